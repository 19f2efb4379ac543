import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { betaQuantile } from '../../src/statistics/beta.ts';
import { binomialCdf, binomialCoefficient } from '../../src/statistics/binomial.ts';
import { type Cluster, meanOfUnits } from '../../src/statistics/clustered.ts';
import { regularizedBeta } from '../../src/statistics/incomplete-beta.ts';
import { clopperPearson, type Interval, upperBoundOfNone, wilson } from '../../src/statistics/interval.ts';
import { normalQuantile } from '../../src/statistics/normal.ts';
import { passAtK, passHatK } from '../../src/statistics/pass-k.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { studentTCdf, studentTQuantile } from '../../src/statistics/student-t.ts';
import { summarizeTrials } from '../../src/verdicts/trial-figures.ts';

interface NumericCase {
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly expected: unknown;
  readonly tolerance: number;
}

const { cases } = JSON.parse(readFileSync(new URL('./golden-stats.json', import.meta.url), 'utf8')) as {
  cases: NumericCase[];
};
const named = (name: string): NumericCase[] => cases.filter((each) => each.name === name);

/** Families of one figure from some figures, null where there is none. */
const FIGURES: Readonly<Record<string, (given: Record<string, number>) => number | null>> = {
  normal_quantile: ({ p = 0 }) => normalQuantile(p),
  student_t_quantile: ({ p = 0, df = 0 }) => studentTQuantile(p, df),
  student_t_cdf: ({ x = 0, df = 0 }) => studentTCdf(x, df),
  regularized_incomplete_beta: ({ a = 0, b = 0, x = 0 }) => regularizedBeta(x, 1 - x, a, b),
  beta_quantile: ({ a = 0, b = 0, p = 0 }) => betaQuantile(p, a, b),
  binomial_coefficient: ({ n = 0, k = 0 }) => binomialCoefficient(n, k),
  binomial_cdf: ({ n = 0, k = 0, p = 0 }) => binomialCdf(k, n, p),
  zero_failures_upper_bound: ({ n = 0, confidence }) => upperBoundOfNone(n, confidence),
  pass_at_k: ({ n = 0, c = 0, k = 0 }) => passAtK(n, c, k),
  pass_hat_k: ({ n = 0, c = 0, k = 0 }) => passHatK(n, c, k),
};

const INTERVALS: Readonly<Record<string, (successes: number, n: number, level: number) => Interval | undefined>> = {
  wilson_interval: wilson,
  clopper_pearson_interval: clopperPearson,
};

function expectClose(found: number | null | undefined, given: NumericCase, expected = given.expected): void {
  if (expected === null) expect(found).toBeNull();
  // Coefficients above 2^53 agree relatively.
  else
    expect(Math.abs(Number(found) - Number(expected))).toBeLessThanOrEqual(
      given.tolerance * Math.max(1, Math.abs(Number(expected))),
    );
}

describe('the statistics that reports show', () => {
  for (const [name, of] of Object.entries(FIGURES))
    it.each(named(name))(`agree on ${name}: $inputs`, (given) => {
      expectClose(of(given.inputs as Record<string, number>), given);
    });

  for (const [name, of] of Object.entries(INTERVALS))
    it.each(named(name))(`agree on ${name}: $inputs`, (given) => {
      const { successes, n, confidence } = given.inputs as { successes: number; n: number; confidence: number };
      const found = of(successes, n, confidence);
      if (given.expected === null) return expect(found).toBeUndefined();
      const [low, high] = given.expected as [number, number];
      expectClose(found?.low, given, low);
      expectClose(found?.high, given, high);
    });

  it.each(named('quantile_type7'))('agree with type 7: $inputs', (given) => {
    const { x, q } = given.inputs as { x: number[]; q: number };
    const sorted = [...x].sort((a, b) => a - b);
    expectClose(quantile(sorted, q), given);
  });

  it.each(named('clustered_se_mean'))('agree on clustered standard errors: $inputs', (given) => {
    const { values, clusters } = given.inputs as { values: number[]; clusters: (string | number)[] };
    const expected = given.expected as Record<string, number | null>;
    const found = meanOfUnits(clustersOf(values, clusters));
    expectClose(found?.mean, given, expected.mean);
    expectClose(found?.cr0, given, expected.se_cluster_cr0_miller);
    expectClose(found?.standardError, given, expected.se_cluster_cr1_inspect);
    const naive = meanOfUnits(values.map((value) => ({ n: 1, sum: value })));
    expectClose(naive?.standardError, given, expected.se_naive);
  });

  it.each(named('pass_hat_k_tasks'))('agree on the mean over tasks with enough trials', (given) => {
    const { tasks, k } = given.inputs as { tasks: { n: number; c: number }[]; k: number[] };
    const expected = given.expected as Record<string, number | { value: number }>;
    const { pass_hat_k: found } = summarizeTrials(tasks.map(({ n, c }) => ({ known: n, successes: c, open: 0 })));
    for (const each of k) {
      const want = expected[each];
      const figure = found.find((one) => one.k === each);
      expectClose(figure?.value, given, typeof want === 'object' ? want.value : want);
      if (typeof want === 'object') expect(figure).toMatchObject({ tasks: 3, excluded: 1 });
    }
  });

  it('are not made up where there is nothing', () => {
    expect(wilson(0, 0)).toBeUndefined();
    expect(clopperPearson(0, 0)).toBeUndefined();
    expect(quantile([], 0.5)).toBeUndefined();
    expect(meanOfUnits([])).toBeUndefined();
  });
});

function clustersOf(values: readonly number[], ids: readonly (string | number)[]): Cluster[] {
  const sums = new Map<string | number, { n: number; sum: number }>();
  for (const [index, id] of ids.entries()) {
    const known = sums.get(id) ?? { n: 0, sum: 0 };
    sums.set(id, { n: known.n + 1, sum: known.sum + (values[index] ?? 0) });
  }
  return [...sums.values()];
}
