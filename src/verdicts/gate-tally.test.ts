import { describe, expect, it } from 'vitest';
import type { GateVerdict } from '../results/gate-verdict.ts';
import type { Outcome, Verdict } from '../results/outcome.ts';
import { makeOutcome } from '../testing/make-run.ts';
import { shuffled } from '../testing/shuffled.ts';
import { type Gate, GateTally } from './gate-tally.ts';
import type { ScoreKind } from './mean-interval.ts';

const RATE: ScoreKind = { isRate: true, range: [0, 1] };
const COUNTS: ScoreKind = { isRate: false, range: [0, null] };
const GATE: Gate = { metric: 'm', scope: 'trace', statistic: 'mean', where: {}, scores: COUNTS, advisory: false };

const scored = (score: number): Verdict => ({ status: 'scored', score });
const open: Verdict = { status: 'unresolved', score: null, reason: 'x', bounds: [0, 1] };
const error: Verdict = { status: 'error', score: null, reason: 'metric_failed', message: 'x' };
const none: Verdict = { status: 'not_applicable', score: null, reason: 'x' };

function make(verdicts: readonly Verdict[]): Outcome[] {
  return verdicts.map((verdict, index) =>
    makeOutcome(verdict, {
      id: `${verdict.score ?? verdict.status}-${index}`,
      partition: { type: 'trace', session_id: `s${index}` },
    }),
  );
}

function verdict(gate: Partial<Gate>, verdicts: readonly Verdict[]): GateVerdict {
  const tally = new GateTally({ ...GATE, ...gate });
  for (const outcome of make(verdicts)) tally.add(outcome);
  return tally.verdict();
}

describe('a gate', () => {
  it('leaves out what is not applicable, and has no verdict on nothing', () => {
    expect(verdict({ atLeast: 1 }, [scored(1), none])).toMatchObject({ state: 'held', denominator: 1, coverage: 1 });
    for (const statistic of ['mean', 'count', 'min'] as const)
      expect(verdict({ statistic, atMost: 5 }, [none, open])).toMatchObject({ state: 'unsupported' });
  });

  it('bears no error unless it says so', () => {
    expect(verdict({ atLeast: 1 }, [scored(1), error])).toMatchObject({
      state: 'unsupported',
      errors: 1,
      coverage: 0.5,
    });
    expect(verdict({ atLeast: 1, maxErrors: 1 }, [scored(1), error])).toMatchObject({ state: 'held' });
  });

  it('reads a drop as people write it, whatever its last binary digit', () => {
    for (let hundredths = 3; hundredths <= 100; hundredths++) {
      const baseline = { value: hundredths / 100, maxDrop: 0.02 };
      expect(verdict({ baseline }, [scored((hundredths - 2) / 100)]).state).toBe('held');
      expect(verdict({ baseline }, [scored((hundredths - 3) / 100)]).state).toBe('failed');
    }
  });

  it.each([
    [{ atLeast: 0.5 }, ['0-0', '0.3-1']],
    [{ atMost: 0.5 }, ['2-3', '0.7-2']],
    [{ between: [0.2, 0.4] }, ['2-3', '0.7-2', '0-0']],
    [{ baseline: { value: 0.5, maxChange: 0.1 } }, ['2-3', '0-0', '0.3-1', '0.7-2']],
  ] as const)('%j names the scores that lie outside of it, the farthest first', (gate, expected) => {
    const outcomes = [scored(0), scored(0.3), scored(0.7), scored(2)];
    const strict = verdict({ ...gate, maxErrors: 9 }, outcomes);
    expect(strict.offenders.map(({ outcome }) => outcome)).toEqual(strict.state === 'held' ? [] : expected);
    expect(strict.state).toBe('atLeast' in gate ? 'held' : 'failed');
  });

  it('names at most five offenders, the same ones in any order', () => {
    const outcomes = make(Array.from({ length: 300 }, (_, index) => (index % 7 ? scored(index / 1000) : open)));
    const named = (seed: number): unknown => {
      const tally = new GateTally({ ...GATE, atLeast: 0.9 });
      for (const outcome of shuffled(outcomes, seed)) tally.add(outcome);
      return tally.verdict();
    };
    expect((named(1) as GateVerdict).offenders).toHaveLength(5);
    for (const seed of [2, 3, 4]) expect(named(seed)).toEqual(named(1));
  });

  it('has the interval of a proportion only where scores are yes or no', () => {
    const yes = [scored(1), scored(1), scored(0)];
    expect(verdict({ scores: RATE, atLeast: 0 }, yes)).toMatchObject({ numerator: 2, interval: { method: 'wilson' } });
    expect(verdict({ scores: COUNTS, atLeast: 0 }, yes)).toMatchObject({ numerator: null, interval: null });
    expect(verdict({ scores: RATE, statistic: 'lower_bound', atLeast: 0.2 }, yes)).toMatchObject({ state: 'held' });
    expect(verdict({ scores: RATE, statistic: 'rate', atLeast: 0 }, [...yes, scored(0.5)])).toMatchObject({
      state: 'unsupported',
      reason: 'no proportion exists of scores that are not yes or no',
    });
  });

  it('on a mean or its lower bound has the t interval of other scores, where there are enough of them', () => {
    const many = Array.from({ length: 10 }, (_, index) => scored(index + 1));
    for (const [atLeast, state] of [
      [3.3, 'held'],
      [3.4, 'failed'],
    ] as const)
      expect(verdict({ statistic: 'lower_bound', atLeast }, many)).toMatchObject({ state, interval: { method: 't' } });
    expect(verdict({ atMost: 6 }, many)).toMatchObject({ value: 5.5, numerator: null, interval: { method: 't' } });
    expect(verdict({ statistic: 'max', atMost: 10 }, many)).toMatchObject({ interval: null });
    expect(verdict({ statistic: 'lower_bound', atLeast: 0 }, many.slice(0, 6))).toMatchObject({
      state: 'unsupported',
      reason: 'too few different scores for an interval',
    });
  });
});
