import { describe, expect, it } from 'vitest';
import { type TrialState, TrialTally } from './trial-tally.ts';

const S: TrialState = { state: 'success' };
const F: TrialState = { state: 'failure' };
const OPEN: TrialState = { state: 'open', reason: 'trace_missing' };
const OUT: TrialState = { state: 'not_applicable', reason: 'no_constraints_declared' };

function resultOf(tasks: Readonly<Record<string, readonly TrialState[]>>) {
  const tally = new TrialTally();
  for (const [task, trials] of Object.entries(tasks))
    for (const [index, state] of trials.entries()) tally.add(task, String(index), state);
  return tally.result('recorded.success');
}

describe('repeated trials', () => {
  it('give the mean over the tasks that have k of them, and count the others', () => {
    const { pass_hat_k: all, pass_at_k: any, ...counts } = resultOf({ a: [S, S], b: [S, F], c: [F] });
    expect(counts).toMatchObject({ tasks: 3, trials: 5, scored: 5, successes: 3, unresolved: 0 });
    expect(counts.trials_per_task).toEqual([
      { trials: 1, tasks: 1 },
      { trials: 2, tasks: 2 },
    ]);
    expect(all.map(({ k, value, tasks, excluded }) => [k, value, tasks, excluded])).toEqual([
      [1, 0.5, 3, 0],
      [2, 0.5, 2, 1],
    ]);
    expect(any.map(({ value }) => value)).toEqual([0.5, 1]);
  });

  it('have an interval over tasks, and none for one task', () => {
    expect(resultOf({ a: [S, F], b: [S, S] }).pass_hat_k[0]?.interval).toMatchObject({
      clusters: { unit: 'task', count: 2 },
    });
    expect(resultOf({ a: [S, F, S] }).pass_hat_k[1]).toMatchObject({ interval: null, interval_reason: 'one_task' });
    expect(resultOf({ a: [S], b: [F], c: [S] }).pass_hat_k).toHaveLength(1);
  });

  it('leave an open trial out of the figure, and bound it with both results', () => {
    const { pass_hat_k: all, ...counts } = resultOf({ a: [S, OPEN], b: [S, S] });
    expect(counts).toMatchObject({ scored: 3, unresolved: 1, reasons: { trace_missing: 1 } });
    expect(all.map(({ value, tasks, excluded, bounds }) => [value, tasks, excluded, bounds])).toEqual([
      [1, 2, 0, [0.75, 1]],
      [1, 1, 1, [0.5, 1]],
    ]);
  });

  it('have no figure where all of them are open, but bounds', () => {
    expect(resultOf({ a: [OPEN] }).pass_at_k).toMatchObject([{ k: 1, value: null, tasks: 0, bounds: [0, 1] }]);
  });

  it('take a trial that the metric does not apply to out of every denominator', () => {
    const { pass_hat_k: all, not_applicable } = resultOf({ a: [S, OUT], b: [OUT] });
    expect(not_applicable).toBe(2);
    expect(all).toMatchObject([{ k: 1, value: 1, tasks: 1, excluded: 0, bounds: null }]);
  });

  it('need every answer about one trial to succeed, in any order', () => {
    for (const [answers, successes, unresolved] of [
      [[S, F, OPEN], 0, 0],
      [[S, OPEN, OUT], 0, 1],
      [[S, OUT], 1, 0],
    ] as const)
      for (const order of [answers, answers.toReversed()]) {
        const tally = new TrialTally();
        for (const state of order) tally.add('task', 'one', state);
        expect(tally.result('m')).toMatchObject({ trials: 1, successes, unresolved });
      }
  });

  it('show every k to ten and then each twice the one before, as many as there are', () => {
    const many = Array.from({ length: 50 }, (_, index) => (index % 2 ? S : F));
    expect(resultOf({ a: many, b: many }).pass_hat_k.map(({ k }) => k)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 40,
    ]);
  });
});
