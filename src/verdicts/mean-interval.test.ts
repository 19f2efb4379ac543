import { describe, expect, it } from 'vitest';
import type { Outcome } from '../results/outcome.ts';
import { makeOutcome } from '../testing/make-run.ts';
import { shuffled } from '../testing/shuffled.ts';
import type { ScoreKind } from './mean-interval.ts';
import { ScoreTally } from './score-tally.ts';

const RATE: ScoreKind = { isRate: true, range: [0, 1] };
const COUNTS: ScoreKind = { isRate: false, range: [0, null] };

/** Outcomes of traces: one list of scores a task or session. */
function clustered(by: 'task' | 'session', scores: readonly (readonly number[])[]): Outcome[] {
  return scores.flatMap((trials, index) =>
    trials.map((score, trial) =>
      makeOutcome(
        { status: 'scored', score },
        {
          partition: { type: 'trace', session_id: by === 'task' ? `s${index}-${trial}` : `s${index}` },
          facets: { source: 'x', ...(by === 'task' && { task: `t${index}` }) },
        },
      ),
    ),
  );
}

function tallyOf(outcomes: readonly Outcome[]): ScoreTally {
  const tally = new ScoreTally();
  for (const outcome of outcomes) tally.add(outcome);
  return tally;
}

const summaryOf = (outcomes: readonly Outcome[], kind = RATE) => tallyOf(outcomes).summary('m', 'trace', kind);

/** Ten tasks of four trials, most of them neither always nor never passed. */
const MIXED = [0, 1, 1, 2, 2, 2, 3, 3, 4, 4].map((passed) => [0, 1, 2, 3].map((trial) => (trial < passed ? 1 : 0)));

describe('the interval of a rate', () => {
  it('is Wilson’s for one trial a task', () => {
    const single = clustered(
      'task',
      [1, 1, 0].map((score) => [score]),
    );
    expect(summaryOf(single).interval).toEqual({ method: 'wilson', level: 0.95, ...ends(0.2077, 0.9385) });
  });

  it('goes by the tasks where trials repeat them, and says how many there are', () => {
    const { interval, mean, scored } = summaryOf(clustered('task', MIXED));
    expect({ mean, scored }).toEqual({ mean: 0.55, scored: 40 });
    expect(interval).toMatchObject({
      method: 'task_clustered_t',
      estimate: 0.55,
      clusters: { unit: 'task', count: 10 },
    });
    // sd of the task means / √10, times t of 9 degrees of freedom.
    expect(interval?.standard_error).toBeCloseTo(0.10408, 5);
    expect([interval?.low, interval?.high]).toEqual([expect.closeTo(0.31455, 4), expect.closeTo(0.78545, 4)]);
  });

  it('weighs tasks alike, however many trials each has, and leaves the mean as it is', () => {
    const { interval, mean } = summaryOf(clustered('task', [...MIXED, Array.from({ length: 100 }, () => 1)]));
    expect(mean).toBeCloseTo(122 / 140, 12);
    expect(interval?.estimate).toBeCloseTo((5.5 + 1) / 11, 12);
  });

  it('goes by sessions where cases name no task, and weighs their units', () => {
    const { interval, mean } = summaryOf(clustered('session', [...MIXED, [1, 1]]));
    expect(interval).toMatchObject({ method: 'session_clustered_t', clusters: { unit: 'session', count: 11 } });
    expect(interval?.estimate).toBe(mean);
  });

  it('is cut to what a rate can be, and then says so', () => {
    const passed = [50, 49, 48, 47, 46, 45, 15];
    const skewed = passed.map((times) => Array.from({ length: 50 }, (_, trial) => (trial < times ? 1 : 0)));
    expect(summaryOf(clustered('task', skewed)).interval).toMatchObject({
      method: 'task_clustered_t_clipped',
      high: 1,
    });
  });

  it('takes tasks that hardly differ as one trial each, never as certain', () => {
    const all = summaryOf(
      clustered(
        'task',
        Array.from({ length: 10 }, () => [1, 1, 1, 1]),
      ),
    );
    expect(all.interval).toMatchObject({ method: 'wilson_over_tasks', high: 1, clusters: { unit: 'task', count: 10 } });
    expect(all.interval?.low).toBeCloseTo(0.7225, 4);
    const nearly = summaryOf(clustered('session', [[1, 1, 1, 0], [1, 1], [1]]));
    expect(nearly.interval?.method).toBe('wilson_over_sessions');
    expect(nearly.interval?.low).toBeLessThan(0.35);
  });

  it('does not exist for one task or one session alone, which is said', () => {
    expect(summaryOf(clustered('task', [[1, 0, 1]]))).toMatchObject({ interval: null, interval_reason: 'one_task' });
    expect(summaryOf(clustered('session', [[1, 0]]))).toMatchObject({ interval: null, interval_reason: 'one_session' });
    expect(summaryOf([])).toMatchObject({ interval: null, interval_reason: 'nothing_scored' });
  });

  it('tells versions of a task apart', () => {
    const versions = clustered('task', [[1, 0]]).map((outcome, index) => ({
      ...outcome,
      facets: { ...outcome.facets, task_version: String(index) },
    }));
    expect(summaryOf(versions).interval).toMatchObject({ method: 'wilson' });
  });

  it('is the same in any order, and from tallies of parts', () => {
    const outcomes = [...clustered('task', MIXED), ...clustered('session', MIXED)];
    const whole = summaryOf(outcomes);
    expect(whole.interval?.clusters).toEqual({ unit: 'task_or_session', count: 20 });
    for (const seed of [1, 2, 3]) {
      const mixed = shuffled(outcomes, seed);
      const merged = tallyOf(mixed.slice(0, 17));
      merged.merge(tallyOf(mixed.slice(17)));
      expect(merged.summary('m', 'trace', RATE)).toEqual(whole);
    }
  });
});

describe('the interval of other scores', () => {
  it('goes by clusters too, where they differ enough', () => {
    const lengths = [1, 2, 3, 4, 5, 6, 7, 9].map((length) => [length, length + 0.5]);
    const { interval } = summaryOf(clustered('session', lengths), COUNTS);
    expect(interval).toMatchObject({ method: 'session_clustered_t', clusters: { unit: 'session', count: 8 } });
    expect(summaryOf(clustered('session', lengths.slice(0, 5)), COUNTS)).toMatchObject({
      interval: null,
      interval_reason: 'too_few_different_scores',
    });
  });
});

describe('the exact interval of a rate', () => {
  const exact = (outcomes: readonly Outcome[]) => summaryOf(outcomes).exact;

  it('stands beside, with the one-sided bound where all or none succeeded', () => {
    const alone = (...scores: readonly number[]) =>
      exact(
        clustered(
          'session',
          scores.map((score) => [score]),
        ),
      );
    expect(alone(1, 1, 0)).toMatchObject({ method: 'clopper_pearson', n: 3, low: expect.closeTo(0.0943, 4) });
    expect(alone(1, 1, 0)).not.toHaveProperty('one_sided');
    expect(alone(0, 0, 0)?.one_sided).toEqual({ side: 'upper', bound: expect.closeTo(0.6316, 4) });
    expect(alone(1, 1, 1)?.one_sided).toEqual({ side: 'lower', bound: expect.closeTo(0.3684, 4) });
  });

  it('counts tasks of one mind as one trial each, and does not exist where they are of several', () => {
    expect(
      exact(
        clustered('task', [
          [1, 1],
          [0, 0],
          [1, 1],
        ]),
      ),
    ).toMatchObject({ n: 3 });
    expect(
      exact(
        clustered('task', [
          [1, 0],
          [0, 0],
        ]),
      ),
    ).toBeNull();
    expect(exact(clustered('session', [[1, 1], [0]]))).toBeNull();
    expect(exact(clustered('session', [[1, 1], [1]]))).toMatchObject({ n: 2, one_sided: { side: 'lower' } });
  });
});

function ends(low: number, high: number) {
  return { low: expect.closeTo(low, 4), high: expect.closeTo(high, 4) };
}
