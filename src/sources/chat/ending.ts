import { field, type Json } from '../../model/json.ts';
import type { Terminal } from '../../model/terminal.ts';
import type { Conversation, ToolResult } from './conversation.ts';
import { contentParts } from './parts.ts';
import { STOP_WORD } from './user-stop.ts';

const TO_A_PERSON =
  /^(?:transfer|handoff|escalate)_to_(?:a_)?(?:human|support|operator|representative|person)|^request_human$/i;
/** Calls by which an agent hands in its answer, whether or not something answers them. */
const SUBMISSIONS: ReadonlySet<string> = new Set([
  'submit',
  'finish',
  'final_answer',
  'task_complete',
  'mark_task_complete',
]);

/** True for a result that says itself that the call failed, as the tools of tau-bench do. */
export function isErrorText(content: Json | undefined): boolean {
  const [first] = contentParts(content);
  return first?.type === 'text' && first.content.startsWith('Error');
}

/**
 * How a conversation ended. A list of messages names no reason: it is read from who spoke last. Unknown where the
 * record simply ends. Undefined where calls are open: then what they ask for tells.
 */
export function endingOf(conversation: Conversation, isBenchmark: boolean): Terminal | undefined {
  const { isStoppedByUser, last, turns } = conversation;
  if (isStoppedByUser) return { state: 'completed', reason: STOP_WORD, by: 'user', source: 'reported' };
  const turn = turns.at(-1);
  const calls = turn?.calls ?? [];
  const person = takenOver(conversation);
  if (person !== undefined) return { state: 'escalated', reason: person, by: 'agent', source: 'derived' };
  if (calls.some((call) => !call.isAnswered)) return undefined;
  const submitted = calls.find(({ part }) => SUBMISSIONS.has(part.name));
  if (submitted) return { state: 'completed', reason: submitted.part.name, by: 'agent', source: 'derived' };
  // A run of tau-bench goes on until its user or a transfer ends it.
  const isAnswer = last === 'assistant' && calls.length === 0 && (turn?.parts.length ?? 0) > 0;
  if (isAnswer && !isBenchmark) return { state: 'completed', source: 'derived' };
  return { state: 'unknown', source: 'derived' };
}

/** The tool of the assistant's last message that handed the user over to a person. */
function takenOver({ turns, results }: Conversation): string | undefined {
  const calls = new Set(turns.at(-1)?.calls);
  const succeeded = ({ call, content }: ToolResult): boolean =>
    call !== undefined && calls.has(call) && TO_A_PERSON.test(call.part.name) && !isErrorText(content);
  return results.find(succeeded)?.call?.part.name;
}

/** Why a run of tau-bench broke off before it could be played. */
export function failureOf(record: Json): string | undefined {
  const error = field(field(record, 'info'), 'error');
  return typeof error === 'string' && error !== '' ? error : undefined;
}
