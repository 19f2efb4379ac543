import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { RunResult } from '../../src/results/run-result.ts';
import { makeFolder } from '../../src/testing/make-folder.ts';

const BENCH = fileURLToPath(new URL('../../../shared/corpus/bench/', import.meta.url));
const isHere = existsSync(BENCH);
if (!isHere) console.warn(`no corpus at ${BENCH}: the figures of published benchmarks are skipped`);

describe.skipIf(!isHere)('the published figures of tau-bench, gpt-4o on airline', () => {
  test('pass^k, pass@k and the clustered standard error come out of the 200 records', async () => {
    const folder = makeFolder({});
    const metrics = 'agent.subagent_validity';
    const file = `${BENCH}tau-bench/gpt-4o-airline.json`;
    const { code } = await folder.muster(file, '--trials', '--metrics', metrics, '--out', 'out', '--quiet');
    expect(code).toBe(0);
    const { trials } = JSON.parse(folder.read('out/run.json')) as RunResult;
    const { 'tau-bench/gpt-4o-airline.json': expected } = JSON.parse(readFileSync(`${BENCH}expected.json`, 'utf8')) as {
      'tau-bench/gpt-4o-airline.json': {
        readonly pass_hat_k: Record<string, number>;
        readonly pass_at_k: Record<string, number>;
        readonly se_cluster_cr1_inspect: number;
      };
    };
    expect(trials).toMatchObject({
      tasks: 50,
      trials: 200,
      scored: 200,
      successes: 84,
      unresolved: 0,
      without_case: 0,
    });
    for (const [name, figures] of [
      ['pass_hat_k', trials?.pass_hat_k],
      ['pass_at_k', trials?.pass_at_k],
    ] as const) {
      const found = Object.fromEntries(figures?.map(({ k, value }) => [k, value]) ?? []);
      expect(Object.keys(found)).toEqual(['1', '2', '3', '4']);
      for (const [k, value] of Object.entries(expected[name])) expect(found[k]).toBeCloseTo(value, 12);
    }
    const interval = trials?.pass_hat_k[0]?.interval;
    expect(interval).toMatchObject({ method: 'task_clustered_t', clusters: { unit: 'task', count: 50 } });
    expect(interval?.standard_error).toBeCloseTo(expected.se_cluster_cr1_inspect, 12);
  }, 60_000);
});
