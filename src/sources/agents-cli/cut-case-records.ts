import type { ModelRecord } from '../../model/trace.ts';
import type { Problem } from '../../problems/problem.ts';
import { RECORDING_CUT } from '../input/loss.ts';
import { caseRecords } from './case-records.ts';
import type { FoundCase } from './find-cases.ts';

/**
 * The records of a case, also of one that its file breaks off in: its last turn, and all of them where its agents were not
 * read, end nobody knows how.
 */
export function* recordsOf(
  found: FoundCase,
  sessionId: string,
  report: (problem: Problem) => void,
): Generator<ModelRecord> {
  const { cut } = found;
  if (!cut) {
    yield* caseRecords(found, sessionId, report);
    return;
  }
  // A turn that nobody answered may have been answered in the lost part.
  const told = (problem: Problem): void => {
    if (problem.code !== 'SOURCE_UNANSWERED_TURN') report(problem);
  };
  const records = [...caseRecords(found, sessionId, told)];
  const last = records.findLast((record) => record.type === 'trace');
  for (const record of records) {
    const isMarked = record.type === 'trace' && (record === last || !cut.hasRoster);
    yield isMarked ? { ...record, terminal: RECORDING_CUT } : record;
  }
}
