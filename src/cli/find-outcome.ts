import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../problems/failure.ts';
import type { Outcome } from '../results/outcome.ts';
import type { RunResult } from '../results/run-result.ts';
import { readLines } from '../run/read-lines.ts';
import { loadRun } from './load-run.ts';

/** An outcome and the run that holds it. */
export interface FoundOutcome {
  readonly outcome: Outcome;
  readonly run: RunResult;
  /** The folder of the run, as the user would name it. */
  readonly place: string;
}

/**
 * The outcome of an id or of its first digits: in the run that is named, else in the newest run below `.muster/runs`
 * that holds it. Throws Failure CLI_NOTHING_FOUND or RUN_BAD_RESULT.
 */
export async function findOutcome(id: string, named: string | undefined, cwd: string): Promise<FoundOutcome> {
  const places = named === undefined ? await newestRuns(cwd) : [named];
  for (const place of places) {
    const matches = await outcomesIn(place, id, cwd);
    const [outcome, other] = matches;
    if (!outcome) continue;
    if (other) {
      const ids = matches.map((each) => `${each.id} (${each.metric})`).join(', ');
      throw new Failure('CLI_NOTHING_FOUND', {
        reason: `'${id}' is the beginning of several outcomes in ${place}: ${ids}`,
        todo: 'give more of its digits',
      });
    }
    return { outcome, run: loadRun(place, cwd), place };
  }
  throw new Failure('CLI_NOTHING_FOUND', {
    reason: `no outcome '${id}' in ${places.length === 1 ? 'the run' : `${places.length} runs`}`,
    todo: 'plain passes are written with --outcomes all; name the run with --run FOLDER',
  });
}

/** Runs of the working directory, the one that was written last in front. */
async function newestRuns(cwd: string): Promise<string[]> {
  const runs = join('.muster', 'runs');
  const names = await readdir(join(cwd, runs)).catch(() => []);
  const dated = await Promise.all(
    names
      .filter((name) => !name.startsWith('.'))
      .map(async (name) => {
        const written = await stat(join(cwd, runs, name, 'run.json')).catch(() => undefined);
        return { place: join(runs, name), at: written?.mtimeMs };
      }),
  );
  return dated
    .flatMap(({ place, at }) => (at === undefined ? [] : [{ place, at }]))
    .sort((a, b) => b.at - a.at || (a.place < b.place ? -1 : 1))
    .map(({ place }) => place);
}

const TOLD = 5;

/** Outcomes whose id begins so; the one of a whole id alone. */
async function outcomesIn(place: string, id: string, cwd: string): Promise<Outcome[]> {
  const path = join(resolve(cwd, place), 'outcomes.jsonl');
  const found: Outcome[] = [];
  try {
    for await (const outcome of readLines<Outcome>(path)) {
      if (!outcome.id.startsWith(id)) continue;
      if (outcome.id === id) return [outcome];
      if (found.length < TOLD && found.every((known) => known.id !== outcome.id)) found.push(outcome);
    }
    return found;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    throw new Failure('RUN_BAD_RESULT', { path: place, reason });
  }
}
