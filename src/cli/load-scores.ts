import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { hashValue } from '../model/hash.ts';
import { Failure } from '../problems/failure.ts';
import type { ScoreRecord } from '../results/score-record.ts';
import { readLines } from '../run/read-lines.ts';
import { ArmScores } from '../verdicts/compare/arm-scores.ts';
import type { RunToCompare } from '../verdicts/compare/compare-runs.ts';
import { loadRun } from './load-run.ts';

/** A run of this tool with all of its scores. Throws Failure RUN_BAD_RESULT or RUN_SCORES_MISSING. */
export async function loadScores(path: string, cwd: string): Promise<RunToCompare> {
  const run = loadRun(path, cwd);
  const scores = new ArmScores();
  let count = 0;
  for await (const record of allScores(path, cwd)) {
    scores.add(record);
    count++;
  }
  const expected = run.summaries.reduce((sum, { n }) => sum + n, 0);
  if (count < expected) throw new Failure('RUN_SCORES_MISSING', { path, count, expected });
  return {
    about: {
      path,
      form: 'run',
      version: run.tool.version,
      config_hash: run.config.hash,
      traces: run.counts.traces,
      cases: run.counts.cases,
      partial: run.partial,
    },
    hash: hashValue([run.inputs, run.config, run.tool.version]),
    metrics: new Map(run.metrics.map(({ name, direction, config }) => [name, { direction, config }])),
    scores,
    agents: run.agents,
    agentRates: run.agent_rates,
    tokens: run.usage.total,
    cost: run.cost.total,
  };
}

/** Every outcome of a run: those that it lists, and the scores of the others. */
async function* allScores(path: string, cwd: string): AsyncGenerator<ScoreRecord> {
  const given = resolve(cwd, path);
  const folder = statSync(given).isDirectory() ? given : dirname(given);
  for (const name of ['outcomes.jsonl', 'scores.jsonl']) {
    try {
      yield* readLines<ScoreRecord>(join(folder, name));
    } catch (error) {
      // A run of an earlier version has no list of its other scores; their number tells whether any are missing.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue;
      throw new Failure('RUN_BAD_RESULT', {
        path: join(path, name),
        reason: error instanceof Error ? error.message : 'it cannot be read',
      });
    }
  }
}
