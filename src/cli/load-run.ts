import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../problems/failure.ts';
import type { RunResult } from '../results/run-result.ts';
import { runSchema } from '../results/schemas.ts';

/** A run that was written before: its folder, or its `run.json`. Throws Failure RUN_BAD_RESULT. */
export function loadRun(path: string, cwd: string): RunResult {
  const given = resolve(cwd, path);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(statSync(given).isDirectory() ? join(given, 'run.json') : given, 'utf8'));
  } catch (error) {
    throw new Failure('RUN_BAD_RESULT', { path, reason: error instanceof Error ? error.message : 'it is unreadable' });
  }
  const checked = runSchema.safeParse(value);
  if (checked.success) return value as RunResult;
  const [issue] = checked.error.issues;
  const where = issue?.path.length ? `${issue.path.map(String).join('.')}: ` : '';
  throw new Failure('RUN_BAD_RESULT', { path, reason: `${where}${issue?.message ?? 'it has another shape'}` });
}
