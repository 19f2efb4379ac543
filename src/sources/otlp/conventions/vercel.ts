import { field, type Json, textField } from '../../../model/json.ts';
import type { Message, Part } from '../../../model/message.ts';
import type { Attributes } from '../../../model/span.ts';
import { textOfKeys } from '../attribute-values.ts';
import type { Content, ContentReader } from '../content.ts';
import { looseJson, textList } from '../json-text.ts';
import { toMessages } from '../messages/messages.ts';
import { toParts, toToolCall } from '../messages/parts.ts';
import { toToolDefinitions } from '../tool-definitions.ts';

/** Content in the attributes of the AI SDK (`ai.prompt…`, `ai.response…`). */
export const vercelContent: ContentReader = (span) => {
  const { attributes } = span;
  const prompt = looseJson(attributes.get('ai.prompt') ?? null);
  const input =
    toMessages(attributes.get('ai.prompt.messages'), 'user') ??
    toMessages(field(prompt, 'messages') ?? field(prompt, 'prompt'), 'user');
  const output = answer(attributes);
  const system = textField(prompt, 'system');
  const tools = attributes.get('ai.prompt.tools');
  const finishReasons = textList(attributes.get('ai.response.finishReason'));
  const responseId = textOfKeys(attributes, 'ai.response.id');
  const content: Content = {
    ...(input && { input }),
    ...(output && { output }),
    ...(system !== undefined && { system: toParts(system) }),
    ...(tools !== undefined && { toolDefinitions: toToolDefinitions(tools) }),
    ...(finishReasons.length && { finishReasons }),
    ...(responseId !== undefined && { responseId }),
    source: 'vendor',
  };
  return Object.keys(content).length > 1 ? content : undefined;
};

function answer(attributes: Attributes): readonly Message[] | undefined {
  const text = attributes.get('ai.response.text') ?? attributes.get('ai.response.object');
  const calls = attributes.get('ai.response.toolCalls');
  const reasoning = attributes.get('ai.response.reasoning');
  if (text === undefined && calls === undefined) return undefined;
  const listed = looseJson(calls ?? []);
  const parts: Part[] = [
    ...(typeof reasoning === 'string' && reasoning !== '' ? [{ type: 'reasoning' as const, content: reasoning }] : []),
    ...(typeof text === 'string' && text !== '' ? toParts(text) : []),
    ...(Array.isArray(listed) ? listed.map((call: Json) => toToolCall(call)) : []),
  ];
  return parts.length ? [{ role: 'assistant', parts }] : [];
}
