import { field, isObject, type Json, textField } from '../../model/json.ts';
import type { ToolCallPart } from '../../model/message.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import { embeddedJson } from '../input/embedded-json.ts';

/** The calls that a message asks for: `tool_calls`, or the older `function_call`. */
export function askedCalls(message: Json, at: At, report: (problem: Problem) => void): ToolCallPart[] {
  const listed = field(message, 'tool_calls') ?? null;
  const older = field(message, 'function_call') ?? null;
  const found: ToolCallPart[] = [];
  const add = (call: Json, pointer: string): void => {
    if (isObject(call)) found.push(toCall(call));
    else report(problem('SOURCE_BAD_VALUE', oddCall(call), { ...at, pointer: `${at.pointer ?? ''}/${pointer}` }));
  };
  if (Array.isArray(listed)) for (const [index, call] of listed.entries()) add(call, `tool_calls/${index}`);
  else if (listed !== null) add(listed, 'tool_calls');
  // Dumps write both keys for one call.
  if (older !== null && found.length === 0) add(older, 'function_call');
  return found;
}

function oddCall(call: Json): { what: string; value: string; expected: string } {
  return { what: 'a tool call', value: JSON.stringify(call).slice(0, 40), expected: 'an object' };
}

function toCall(call: Json): ToolCallPart {
  const id = textField(call, 'id');
  const custom = field(call, 'custom');
  const named = [field(call, 'function'), custom].find(isObject) ?? call;
  const name = textField(named, 'name') ?? '';
  // The input of a custom tool is free text: it is not JSON that failed to parse.
  const input = isObject(custom) && named === custom ? field(custom, 'input') : undefined;
  return {
    type: 'tool_call',
    ...(id && { id }),
    name,
    ...(input !== undefined ? { arguments: input } : argumentsOf(field(named, 'arguments'))),
  };
}

/** Arguments are the text of a JSON value; text that does not parse is kept as it stands. */
function argumentsOf(recorded: Json | undefined): Pick<ToolCallPart, 'arguments' | 'argumentsRaw'> {
  if (recorded === undefined || recorded === null) return {};
  if (typeof recorded !== 'string') return { arguments: recorded };
  if (recorded.trim() === '') return {};
  const value = embeddedJson(recorded);
  return value === undefined ? { argumentsRaw: recorded } : { arguments: value };
}
