import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { EvaluationCase } from '../model/case.ts';
import { type JoinedCases, joinCases } from '../model/join-cases.ts';
import { Failure } from '../problems/failure.ts';
import type { Problem } from '../problems/problem.ts';
import { refuseUnusableCases } from '../run/declared-cases.ts';
import { readCases } from '../sources/cases/read-cases.ts';
import type { ReadResult } from './read-sessions.ts';

/** The cases of a file; none without one. Throws Failure CASES_BAD_FILE. */
export async function loadCases(path: string | undefined, cwd: string): Promise<EvaluationCase[]> {
  if (path === undefined) return [];
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: Error) => {
    throw new Failure('CASES_BAD_FILE', { reason: error.message }, { file: path });
  });
  const cases = readCases(path, text.replace(/^\ufeff/, ''));
  refuseUnusableCases(cases);
  return cases;
}

/** Joins the traces that were read with their cases. */
export function joinRecordedCases(
  read: ReadResult,
  fromFile: readonly EvaluationCase[],
  report: (problem: Problem) => void,
): JoinedCases {
  return joinCases(read.sessions, read.cases, fromFile, report);
}
