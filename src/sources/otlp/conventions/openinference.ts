import { field, type Json, textField } from '../../../model/json.ts';
import type { Message, Role, ToolCallPart } from '../../../model/message.ts';
import type { SpanKind, ToolDefinition } from '../../../model/span.ts';
import { REDACTED, textOfKeys } from '../attribute-values.ts';
import type { Content, ContentReader } from '../content.ts';
import { indexedList } from '../indexed-lists.ts';
import { textList } from '../json-text.ts';
import { toMessages } from '../messages/messages.ts';
import { toParts } from '../messages/parts.ts';
import { fromResponse } from '../messages/response-objects.ts';
import { valueMessages } from '../messages/values.ts';
import type { RawSpan, Report } from '../raw-span.ts';
import { toToolDefinitions } from '../tool-definitions.ts';

/** Content in the attributes of OpenInference: flattened messages, and the values of input and output. */
export const openInferenceContent: ContentReader = (span, kind, report) => {
  const { attributes } = span;
  const list = (prefix: string): Json[] | undefined => indexedList(attributes, prefix, report, span.at);
  const turns =
    messagesAt(list('llm.output_messages'), attributes.get('llm.output_messages'), 'assistant') ??
    legacyTexts(list('llm.choices'), 'completion', 'assistant');
  const asked =
    messagesAt(list('llm.input_messages'), attributes.get('llm.input_messages'), 'user') ??
    legacyTexts(list('llm.prompts'), 'prompt', 'user');
  const value = attributes.get('output.value');
  const response = kind === 'LLM' && value !== undefined && value !== null ? fromResponse(value) : undefined;
  const output = outputOf(turns, value, kind, response?.messages);
  const definitions = toolDefinitionsOf(list('llm.tools'), span, report);
  const finishReasons = textList(attributes.get('llm.finish_reason'));
  const input = asked ?? valueMessages(shownValue(attributes.get('input.value')), 'user');
  const content: Content = {
    ...(input && { input }),
    ...(output?.messages && { output: output.messages }),
    ...(output?.calls.length && { toolCalls: output.calls }),
    ...(definitions.length && { toolDefinitions: definitions }),
    ...(finishReasons.length && { finishReasons }),
    ...(response?.responseId !== undefined && { responseId: response.responseId }),
    ...((value === REDACTED || isRedacted(turns)) && { withheld: true }),
    source: 'span',
  };
  return Object.keys(content).length > 1 ? content : undefined;
};

/** Messages from a rebuilt list, or from the list itself where the exporter did not flatten it. */
function messagesAt(list: readonly Json[] | undefined, whole: Json | undefined, role: Role): Message[] | undefined {
  return list ? (toMessages(list, role) ?? []) : toMessages(whole, role);
}

/** The older form has texts in place of messages; other conventions use the same prefix with keys of their own. */
function legacyTexts(
  items: readonly Json[] | undefined,
  key: 'prompt' | 'completion',
  role: Role,
): Message[] | undefined {
  const texts = items?.flatMap((item) => textField(field(item, key), 'text') ?? []);
  return texts?.length ? texts.map((text) => ({ role, parts: toParts(text) })) : undefined;
}

interface Output {
  readonly messages: readonly Message[] | undefined;
  readonly calls: readonly ToolCallPart[];
}

/**
 * The output of a span. Several messages on an agent's own span are its turns: the last is the answer, and the calls of
 * the turns before it are listed beside it.
 */
function outputOf(
  turns: readonly Message[] | undefined,
  value: Json | undefined,
  kind: SpanKind,
  response: readonly Message[] | undefined,
): Output | undefined {
  if (turns?.length && !isRedacted(turns)) {
    const last = turns.at(-1);
    if (kind === 'LLM' || turns.length === 1 || !last) return { messages: turns, calls: [] };
    const before = turns.slice(0, -1).flatMap((turn) => turn.parts);
    return { messages: [last], calls: before.filter((part) => part.type === 'tool_call') };
  }
  const messages = response ?? valueMessages(shownValue(value), 'assistant') ?? (isRedacted(turns) ? undefined : turns);
  return messages && { messages, calls: [] };
}

function shownValue(value: Json | undefined): Json | undefined {
  return value === REDACTED ? undefined : value;
}

function isRedacted(messages: readonly Message[] | undefined): boolean {
  const parts = messages?.flatMap((message) => message.parts) ?? [];
  return parts.length > 0 && parts.every((part) => part.type === 'text' && part.content === REDACTED);
}

function toolDefinitionsOf(tools: readonly Json[] | undefined, span: RawSpan, report: Report): ToolDefinition[] {
  const schemas = (tools ?? []).map((item) => field(field(item, 'tool'), 'json_schema') ?? field(item, 'tool') ?? item);
  if (schemas.length) return toToolDefinitions(schemas);
  const functions = indexedList(span.attributes, 'llm.request.functions', report, span.at);
  if (functions) return toToolDefinitions(functions);
  const declared = textOfKeys(span.attributes, 'llm.tools');
  return declared === undefined ? [] : toToolDefinitions(declared);
}
