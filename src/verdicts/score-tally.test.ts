import { describe, expect, it } from 'vitest';
import type { MetricSummary } from '../results/metric-summary.ts';
import type { Outcome, Verdict } from '../results/outcome.ts';
import { makeOutcome } from '../testing/make-run.ts';
import { shuffled } from '../testing/shuffled.ts';
import { ScoreTally } from './score-tally.ts';

const outcomes: Outcome[] = [
  ...Array.from(
    { length: 40 },
    (_, index): Verdict => ({ status: 'scored', score: index / 7, label: `l${index % 3}` }),
  ),
  { status: 'scored' as const, score: 0.1, bounds: [0.1, 0.3] as const },
  { status: 'unresolved' as const, score: null, reason: 'a', bounds: [0, 1] as const },
  { status: 'unresolved' as const, score: null, reason: 'b', bounds: [1 / 3, 1] as const },
  { status: 'not_applicable' as const, score: null, reason: 'c' },
  { status: 'error' as const, score: null, reason: 'd', message: 'x' },
].map((verdict) => makeOutcome(verdict));

/** A score in a session of its own. */
function alone(score: number, index: number): Outcome {
  return makeOutcome({ status: 'scored', score }, { partition: { type: 'trace', session_id: `s${index}` } });
}

function tally(given: readonly Outcome[]): ScoreTally {
  const made = new ScoreTally();
  for (const outcome of given) made.add(outcome);
  return made;
}

const summary = (made: ScoreTally): MetricSummary => made.summary('m', 'trace', { isRate: false, range: [0, null] });

describe('a summary', () => {
  it('counts every outcome once, by status, label and reason', () => {
    expect(summary(tally(outcomes))).toMatchObject({
      n: 45,
      scored: 41,
      unresolved: 2,
      not_applicable: 1,
      error: 1,
      labels: { l0: 14, l1: 13, l2: 13 },
      reasons: { a: 1, b: 1, c: 1, d: 1 },
    });
  });

  it('is the same to the last digit in any order, and merged from any parts', () => {
    const whole = summary(tally(outcomes));
    for (const seed of [1, 2, 3, 4]) {
      const mixed = shuffled(outcomes, seed);
      expect(summary(tally(mixed))).toEqual(whole);
      const merged = tally(mixed.slice(0, 13));
      merged.merge(tally(mixed.slice(13)));
      expect(summary(merged)).toEqual(whole);
    }
  });

  it('bounds the mean by what is open, also where only a part of a score is', () => {
    const half = makeOutcome({ status: 'scored', score: 0.5, bounds: [0.25, 0.75] });
    expect(summary(tally([half]))).toMatchObject({ mean: 0.5, bounds: [0.25, 0.75] });
    const one = makeOutcome({ status: 'scored', score: 1 });
    const lost = makeOutcome({ status: 'unresolved', score: null, reason: 'x', bounds: [0, null] });
    expect(summary(tally([one, lost]))).toMatchObject({ mean: 1, bounds: [0.5, null] });
    expect(summary(tally([one]))).toMatchObject({ bounds: null });
  });

  it('of nothing has no figure', () => {
    expect(summary(tally([]))).toMatchObject({ n: 0, mean: null, min: null, p95: null, interval: null, bounds: null });
  });

  it('has the interval of its mean: of a proportion, else of a t distribution, within the scores that there can be', () => {
    const of = (scores: readonly number[], isRate: boolean, range: readonly [number, number | null]) =>
      tally(scores.map((score, index) => alone(score, index))).interval({ isRate, range }).interval;
    const shares = [0.4, 0.9, 0.92, 0.94, 0.96, 0.98, 0.99];
    expect(of([1, 1, 0], true, [0, 1])).toMatchObject({ method: 'wilson' });
    expect(of(shares, true, [0, 1])).toMatchObject({ method: 't_clipped', high: 1 });
    expect(of([...shares, 5], true, [0, 1])?.method).toBe('t');
    expect(of([0, 1, 2, 3, 4, 5, 900], false, [0, null])).toMatchObject({ method: 't_clipped', low: 0 });
    expect(of([-1, 0, 1, 2, 3, 4, 5, 900], false, [0, null])?.low).toBeLessThan(0);
    expect(of([1, 1, 1, 1, 1, 1, 1, 2, 3], false, [0, null])).toBeNull();
  });
});
