import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/model/canonical-json.ts';
import type { Outcome } from '../../src/results/outcome.ts';
import { makeFolder } from '../../src/testing/make-folder.ts';

const FILE = fileURLToPath(new URL('../../../shared/corpus/bench/tau-bench/gpt-4o-airline.json', import.meta.url));
const isHere = existsSync(FILE);
if (!isHere) console.warn(`no recording at ${FILE}: trajectories of tau-bench are not compared`);

interface Run {
  readonly task_id: number;
  readonly trial: number;
  readonly info: { readonly task: { readonly actions: readonly { name: string; kwargs: unknown }[] } };
  readonly traj: readonly { role: string; tool_calls?: readonly { function: { name: string; arguments: string } }[] }[];
}

/** The figures of one run, by counting equal calls. */
function figuresOf({ info, traj }: Run): Record<string, number | null> {
  const expected = info.task.actions.map(({ name, kwargs }) => `${name} ${canonicalJson(kwargs)}`);
  const asked = traj.flatMap(({ role, tool_calls }) => (role === 'assistant' ? (tool_calls ?? []) : []));
  const made = asked.map(({ function: call }) => `${call.name} ${canonicalJson(JSON.parse(call.arguments))}`);
  const left = [...made];
  const met = expected.filter((call) => left.includes(call) && left.splice(left.indexOf(call), 1)).length;
  let at = 0;
  const inOrder = expected.every((call) => {
    at = made.indexOf(call, at) + 1;
    return at > 0;
  });
  return {
    'trajectory.exact': Number(canonicalJson(expected) === canonicalJson(made)),
    'trajectory.in_order': Number(inOrder),
    'trajectory.any_order': Number(met === expected.length),
    'trajectory.precision': made.length ? met / made.length : null,
    'trajectory.recall': expected.length ? met / expected.length : null,
    'trajectory.f1': expected.length + made.length ? (2 * met) / (expected.length + made.length) : null,
  };
}

describe.skipIf(!isHere)('the expected actions of tau-bench, gpt-4o on airline', () => {
  test('are met as a count of equal calls says, in each of the 200 runs', async () => {
    const folder = makeFolder({});
    const given = ['--metrics', 'trajectory.*', '--outcomes', 'all', '--out', 'out', '--quiet'];
    expect((await folder.muster(FILE, ...given)).code).toBe(0);
    const outcomes = folder
      .read('out/outcomes.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Outcome)
      .filter(({ partition }) => partition.type === 'trace');
    const scores = new Map(outcomes.map(({ metric, case_id, score }) => [`${metric} ${case_id}`, score]));
    const runs = JSON.parse(readFileSync(FILE, 'utf8')) as Run[];
    expect(runs).toHaveLength(200);
    for (const run of runs) {
      const id = `task_${run.task_id}/trial_${run.trial}`;
      const found = Object.keys(figuresOf(run)).map((metric) => [metric, scores.get(`${metric} ${id}`)]);
      expect(Object.fromEntries(found), id).toEqual(figuresOf(run));
    }
    const mean = (metric: string): number =>
      outcomes.filter((each) => each.metric === metric).reduce((sum, { score }) => sum + (score ?? 0), 0) / 200;
    expect(mean('trajectory.any_order')).toBe(0.38);
    expect(mean('trajectory.exact')).toBe(0.06);
  });
});
