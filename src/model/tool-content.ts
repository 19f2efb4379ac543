import { type Json, parseJson } from './json.ts';
import { type Message, type Part, textOf } from './message.ts';
import type { ToolUse } from './span.ts';

/** What a recorder says of a tool call apart from its span. */
export type ToolContent = Partial<Pick<ToolUse, 'callId' | 'arguments' | 'argumentsRaw' | 'result'>>;

/**
 * A tool call with what it lacks taken from what was recorded apart from it: facts in order of time, then messages.
 */
export function fillTool(
  tool: ToolUse,
  stated: readonly ToolContent[],
  input: readonly Message[] | undefined,
  output: readonly Message[] | undefined,
): ToolUse {
  const asked = firstPart(input);
  const answer = output?.flatMap(({ parts }) => parts).find((part) => part.type === 'tool_call_response');
  const given = [tool, ...stated, argumentsIn(asked)].find((each) => each.arguments !== undefined || each.argumentsRaw);
  const texts = output?.length ? textOf(output) : undefined;
  const result = [tool.result, ...stated.map((each) => each.result), answer?.response, texts].find(isKnown);
  const callId = [tool.callId, ...stated.map((each) => each.callId), answer?.id, idOf(asked)].find(isKnown);
  return {
    ...tool,
    ...(callId !== undefined && { callId }),
    ...(given?.arguments !== undefined && { arguments: given.arguments }),
    ...(given?.argumentsRaw !== undefined && { argumentsRaw: given.argumentsRaw }),
    ...(result !== undefined && { result }),
    ...(tool.resultIsError === undefined && answer?.isError !== undefined && { resultIsError: answer.isError }),
  };
}

function isKnown<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

function firstPart(messages: readonly Message[] | undefined): Part | undefined {
  return messages?.flatMap(({ parts }) => parts)[0];
}

function idOf(part: Part | undefined): string | undefined {
  return part?.type === 'tool_call' || part?.type === 'tool_call_response' ? part.id : undefined;
}

/** The input of a tool is its call, or a message that holds the arguments as its text. */
function argumentsIn(part: Part | undefined): { arguments?: Json | undefined; argumentsRaw?: string | undefined } {
  if (part?.type === 'tool_call') return part;
  const value = part?.type === 'tool_call_response' ? part.response : part?.type === 'text' ? part.content : undefined;
  if (typeof value !== 'string') return { arguments: value ?? undefined };
  const parsed = parseJson(value);
  if (parsed !== undefined && parsed !== null) return { arguments: parsed };
  return value.trim() === '' ? {} : { argumentsRaw: value };
}
