import { canonicalJson } from '../model/canonical-json.ts';
import type { Span } from '../model/span.ts';
import type { ToolCall } from '../views/tool-calls.ts';

/** Name and arguments of a call: calls with one key ask for the same. Undefined where the arguments are not known. */
export function callKey({ name, arguments: args, argumentsRaw }: ToolCall): string | undefined {
  if (args !== undefined) return `${name}\n${canonicalJson(args)}`;
  return argumentsRaw === undefined ? undefined : `${name}\n${argumentsRaw}`;
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
