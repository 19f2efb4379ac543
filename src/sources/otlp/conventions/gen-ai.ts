import type { Message } from '../../../model/message.ts';
import type { Attributes } from '../../../model/span.ts';
import { valueOfKeys } from '../attribute-values.ts';
import type { Content, ContentReader } from '../content.ts';
import { looseJson, textList } from '../json-text.ts';
import { toMessages } from '../messages/messages.ts';
import { toParts } from '../messages/parts.ts';
import { fromResponse } from '../messages/response-objects.ts';
import { toToolDefinitions } from '../tool-definitions.ts';

/** Content in the attributes of the OTel GenAI conventions, also as an event or a log record carries them. */
export function genAiAttributes(attributes: Attributes): Omit<Content, 'source'> | undefined {
  const input = toMessages(valueOfKeys(attributes, 'gen_ai.input.messages', 'gen_ai.input.message'), 'user');
  const output = toMessages(valueOfKeys(attributes, 'gen_ai.output.messages', 'gen_ai.output.message'), 'assistant');
  const instructions = valueOfKeys(attributes, 'gen_ai.system_instructions');
  const definitions = valueOfKeys(attributes, 'gen_ai.tool.definitions', 'gen_ai.agent.tools');
  const finishReasons = textList(attributes.get('gen_ai.response.finish_reasons'));
  const prompt = input ?? toMessages(valueOfKeys(attributes, 'gen_ai.prompt'), 'user');
  const completion = output ?? completionMessages(attributes);
  const found = [prompt, completion, instructions, definitions].some((value) => value !== undefined);
  if (!found && finishReasons.length === 0) return undefined;
  return {
    ...(prompt && { input: prompt }),
    ...(completion && { output: completion }),
    ...(instructions !== undefined && { system: toParts(looseJson(instructions)) }),
    ...(definitions !== undefined && { toolDefinitions: toToolDefinitions(definitions) }),
    ...(finishReasons.length && { finishReasons }),
  };
}

function completionMessages(attributes: Attributes): readonly Message[] | undefined {
  const recorded = valueOfKeys(attributes, 'gen_ai.completion');
  if (recorded === undefined) return undefined;
  return fromResponse(recorded)?.messages ?? toMessages(recorded, 'assistant');
}

/** Content in the attributes of a span. */
export const genAiContent: ContentReader = (span) => {
  const content = genAiAttributes(span.attributes);
  return content && { ...content, source: 'span' };
};
