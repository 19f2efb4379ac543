import type { Span } from '../../model/span.ts';
import type { ModelRecord } from '../../model/trace.ts';
import type { Problem } from '../../problems/problem.ts';
import { RECORDING_CUT, stillRunning } from '../input/loss.ts';
import { notTheLastWord, withheld } from '../input/withhold.ts';
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
  const traces = records.flatMap((record) => (record.type === 'trace' ? [record.traceId] : []));
  const marked = new Set(cut.hasRoster ? traces.slice(-1) : traces);
  const lastWords = new Map<string, Span>();
  for (const record of records)
    if (record.type === 'span' && record.span.kind === 'LLM')
      lastWords.set(`${record.span.traceId} ${record.span.parentId}`, record.span);
  const last = new Set(lastWords.values());
  for (const record of records) {
    if (record.type === 'span' && marked.has(record.span.traceId))
      yield { ...record, span: last.has(record.span) ? notTheLastWord(record.span) : withheld(record.span) };
    else if (record.type === 'delegation' && marked.has(record.delegation.traceId))
      yield { ...record, delegation: stillRunning(record.delegation) };
    else if (record.type === 'trace' && marked.has(record.traceId)) yield { ...record, terminal: RECORDING_CUT };
    else yield record;
  }
}
