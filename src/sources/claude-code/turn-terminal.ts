import { field, textField } from '../../model/json.ts';
import type { Terminal } from '../../model/terminal.ts';
import { terminalState } from '../../model/terminal-words.ts';
import { recordText, type SessionRecord } from './session-record.ts';
import { stopReason } from './step-spans.ts';
import { isModelCall, type ModelCall, type Thread } from './thread.ts';
import { userKind } from './user-kind.ts';

/** How a turn of the main agent ended. */
export function turnTerminal(thread: Thread): Terminal {
  const result = thread.records.findLast((record) => record.type === 'result');
  if (result) return reportedResult(result);
  const lastWord = thread.records.findLast(isWord);
  if (lastWord?.type === 'user') return { state: 'aborted', reason: 'interrupted', by: 'user', source: 'reported' };
  const call = thread.calls.at(-1);
  if (!call) return { state: 'unknown', source: 'derived' };
  if (call.isError) {
    const type = textField(call.records[0]?.value, 'error');
    return { state: 'error', reason: type ?? 'api_error', source: 'reported' };
  }
  return lastCall(call);
}

/** The model's words and the interruptions of a person: whichever comes last decides. */
function isWord(record: SessionRecord): boolean {
  if (record.type === 'assistant') return isModelCall(record);
  return record.type === 'user' && userKind(record) === 'interruption';
}

function reportedResult({ value }: SessionRecord): Terminal {
  const reason = textField(value, 'subtype') ?? 'result';
  if (field(value, 'is_error') === true && reason === 'success')
    return { state: 'error', reason: textField(value, 'terminal_reason') ?? 'is_error', source: 'reported' };
  const state = terminalState(reason) ?? (reason.startsWith('error') ? 'error' : 'unknown');
  return { state, reason, source: 'reported' };
}

/** The last call asks for a tool, says something, or names its stop reason. */
function lastCall(call: ModelCall): Terminal {
  if (call.records.at(-1)?.value.isAbortedMidStream === true)
    return { state: 'aborted', reason: 'aborted_mid_stream', source: 'reported' };
  const asks = call.records.some(({ blocks }) => blocks.some((block) => block.type === 'tool_use'));
  if (asks) return { state: 'incomplete', source: 'derived' };
  const reason = stopReason(call);
  const state = reason === undefined ? undefined : terminalState(reason);
  if (reason !== undefined && state !== undefined) return { state, reason, source: 'reported' };
  const speaks = call.records.some((record) => recordText(record).trim() !== '');
  return { state: speaks ? 'completed' : 'unknown', source: 'derived' };
}
