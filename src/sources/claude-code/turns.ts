import type { SessionRecord } from './session-record.ts';
import { userKind } from './user-kind.ts';

/** One run of the main loop: from what a person typed up to the next. */
export interface Turn {
  readonly traceId: string;
  /** The prompt; absent where the recording does not hold it. */
  readonly prompt?: SessionRecord;
  readonly records: readonly SessionRecord[];
}

/**
 * Cuts the ordered records of a session's main chain into turns. Records before the first prompt belong to its turn.
 * A `result` record ends a turn as well: the SDK does not write prompts down.
 */
export function cutTurns(sessionId: string, ordered: readonly SessionRecord[]): Turn[] {
  const turns: { prompt?: SessionRecord; records: SessionRecord[] }[] = [];
  let before: SessionRecord[] = [];
  let isOpen = false;
  for (const record of ordered) {
    const isPrompt = record.type === 'user' && userKind(record) === 'prompt';
    const last = turns.at(-1);
    if (isPrompt && last && isOpen && !last.prompt && !last.records.some(isWork)) {
      last.prompt = record;
      last.records.push(record);
      continue;
    }
    const opens = isPrompt || (!isOpen && turns.length > 0 && isWork(record));
    if (opens) {
      turns.push({ records: [...before, record], ...(isPrompt && { prompt: record }) });
      before = [];
      isOpen = true;
    } else if (isOpen && last) last.records.push(record);
    else before.push(record);
    if (record.type !== 'result') continue;
    if (before.length > 0) turns.push({ records: before });
    before = [];
    isOpen = false;
  }
  const last = turns.at(-1);
  if (before.length > 0 && last) last.records = [...last.records, ...before];
  else if (before.length > 0) turns.push({ records: before });
  return named(sessionId, turns);
}

function isWork(record: SessionRecord): boolean {
  return record.type === 'assistant' || record.type === 'tool_use';
}

function named(sessionId: string, turns: readonly { prompt?: SessionRecord; records: SessionRecord[] }[]): Turn[] {
  const used = new Map<string, number>();
  return turns.map((turn, index) => {
    const id = turn.prompt?.uuid ?? turn.records.find(({ uuid }) => uuid !== undefined)?.uuid ?? `turn-${index + 1}`;
    const count = (used.get(id) ?? 0) + 1;
    used.set(id, count);
    return { ...turn, traceId: `${sessionId}:${id}${count > 1 ? `~${count}` : ''}` };
  });
}
