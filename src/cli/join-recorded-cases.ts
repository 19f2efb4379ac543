import type { EvaluationCase } from '../model/case.ts';
import type { Session } from '../model/trace.ts';
import type { ReadResult } from '../run/read-sessions.ts';

/** Joins cases with traces. */
export async function joinRecordedCases(
  read: ReadResult,
  _file: string | undefined,
  _cwd: string,
): Promise<{ readonly sessions: readonly Session[]; readonly missing: readonly EvaluationCase[] }> {
  return { sessions: read.sessions, missing: [] };
}
