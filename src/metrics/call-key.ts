import { canonicalJson } from '../model/canonical-json.ts';
import { hashValue } from '../model/hash.ts';
import type { Span } from '../model/span.ts';
import type { ToolCall } from '../views/tool-calls.ts';

/** Characters of a key that are kept as they are; of longer ones, such as whole files, a hash. */
const LONGEST = 500;
const KEYS = new WeakMap<ToolCall, string>();

/** Name and arguments of a call: calls with one key ask for the same. Undefined where the arguments are not known. */
export function callKey(call: ToolCall): string | undefined {
  const { name, arguments: args, argumentsRaw } = call;
  if (args === undefined && argumentsRaw === undefined) return undefined;
  let key = KEYS.get(call);
  if (key === undefined) {
    const asked = args === undefined ? `raw ${argumentsRaw}` : canonicalJson(args);
    key = JSON.stringify([name, asked.length > LONGEST ? hashValue(asked) : asked]);
    KEYS.set(call, key);
  }
  return key;
}

/** The span that stands for a call. */
export function spanOf({ executedBy, requestedBy }: ToolCall): Span | undefined {
  return executedBy ?? requestedBy;
}

/** Calls by the agent that made them, in the order in which they were made. */
export function callsByAgent(calls: readonly ToolCall[]): Map<Span | undefined, ToolCall[]> {
  const lists = new Map<Span | undefined, ToolCall[]>();
  for (const call of calls) {
    const list = lists.get(call.agent);
    if (list) list.push(call);
    else lists.set(call.agent, [call]);
  }
  return lists;
}
