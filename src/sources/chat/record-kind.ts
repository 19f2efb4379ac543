import { field, isObject, type Json, textField } from '../../model/json.ts';

/**
 * What a JSON value is: a run of tau-bench, an object with `messages`, a bare list of messages, or a conversation that
 * tau-bench printed as text.
 */
export type RecordKind = 'tau-bench' | 'messages' | 'message list' | 'printed';

const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);
const SAID: readonly string[] = ['content', 'tool_calls', 'function_call'];

/** Keys that stand beside `messages` in formats of their own. */
const FOREIGN: readonly string[] = [
  ...['termination_reason', 'simulations', 'ticks'],
  ...['trajectory', 'history', 'mistake_agent'],
  ...['samples', 'eval', 'run_type', 'observations', 'events', 'spans', 'resourceSpans', 'eval_cases', 'agent_data'],
];

/** True for a message of the chat completions API: a role of that API and something said or asked for. */
export function isMessage(value: Json): boolean {
  return ROLES.has(textField(value, 'role') ?? '') && SAID.some((key) => field(value, key) !== undefined);
}

/** The kind of a record; undefined where it is none of this format, such as a record of another benchmark. */
export function kindOf(value: Json): RecordKind | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).some(isMessage) ? 'message list' : undefined;
  return isObject(value) ? kindByKeys(Object.keys(value)) : undefined;
}

/** The kind of an object with these keys. */
export function kindByKeys(keys: readonly string[]): RecordKind | undefined {
  const known = new Set(keys);
  if (FOREIGN.some((key) => known.has(key))) return undefined;
  if (known.has('traj') && (known.has('reward') || known.has('task_id'))) return 'tau-bench';
  if (known.has('messages')) return 'messages';
  return known.has('messages_display') ? 'printed' : undefined;
}
