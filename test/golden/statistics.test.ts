import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wilson } from '../../src/statistics/interval.ts';
import { quantile } from '../../src/statistics/quantile.ts';
import { studentTCdf, studentTQuantile } from '../../src/statistics/student-t.ts';

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

describe('the statistics that reports show', () => {
  // Intervals are shown at 95 % only.
  it.each(named('wilson_interval').filter(({ inputs }) => inputs.confidence === 0.95 && inputs.n !== 0))(
    'agree with Wilson: $inputs',
    (given) => {
      const { successes, n } = given.inputs as { successes: number; n: number };
      const found = wilson(successes, n);
      const [low, high] = given.expected as [number, number];
      expect(Math.abs((found?.low ?? Number.NaN) - low)).toBeLessThanOrEqual(given.tolerance);
      expect(Math.abs((found?.high ?? Number.NaN) - high)).toBeLessThanOrEqual(given.tolerance);
    },
  );

  it.each(named('quantile_type7'))('agree with type 7: $inputs', (given) => {
    const { x, q } = given.inputs as { x: number[]; q: number };
    const found = quantile(
      [...x].sort((a, b) => a - b),
      q,
    );
    expect(Math.abs((found ?? Number.NaN) - Number(given.expected))).toBeLessThanOrEqual(given.tolerance);
  });

  it.each(named('student_t_quantile'))('agree with quantiles of t: $inputs', (given) => {
    const { p, df } = given.inputs as { p: number; df: number };
    expect(Math.abs(studentTQuantile(p, df) - Number(given.expected))).toBeLessThanOrEqual(given.tolerance);
  });

  it.each(named('student_t_cdf'))('agree with probabilities of t: $inputs', (given) => {
    const { x, df } = given.inputs as { x: number; df: number };
    expect(Math.abs(studentTCdf(x, df) - Number(given.expected))).toBeLessThanOrEqual(given.tolerance);
  });

  it('are not made up where there is nothing', () => {
    expect(wilson(0, 0)).toBeUndefined();
    expect(quantile([], 0.5)).toBeUndefined();
  });
});
