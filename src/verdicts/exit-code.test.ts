import { expect, it } from 'vitest';
import { makeGate, makeRun, makeSummary } from '../testing/make-run.ts';
import { exitCode } from './exit-code.ts';

const gated = (...gates: Parameters<typeof makeGate>[0][]): number =>
  exitCode({
    ...makeRun().run,
    partial: false,
    summaries: [makeSummary({ error: 0 })],
    gates: gates.map((gate) => makeGate(gate)),
  });

it('tells a gate that failed from one without evidence; a failure weighs more', () => {
  expect(gated({ state: 'held' })).toBe(0);
  expect(gated({ state: 'failed' }, { state: 'unsupported' })).toBe(1);
  expect(gated({ state: 'unsupported' }, { state: 'held' })).toBe(3);
});

it('leaves advisory gates aside', () => {
  expect(gated({ state: 'failed', advisory: true })).toBe(0);
});

it('without gates tells a run that evaluated nothing, or in which metrics failed, from one that is done', () => {
  const run = { ...makeRun().run, partial: false, gates: [] };
  expect(exitCode({ ...run, summaries: [makeSummary({ error: 0 })] })).toBe(0);
  expect(exitCode({ ...run, summaries: [makeSummary({ scored: 0, error: 0 })] })).toBe(3);
  expect(exitCode({ ...run, summaries: [makeSummary({ error: 2 })] }, 1)).toBe(3);
  expect(exitCode({ ...run, summaries: [makeSummary({ error: 2 })] }, 2)).toBe(0);
});

it('leaves the errors of a metric to a gate on all of it, and to no other', () => {
  const run = { ...makeRun().run, partial: false, summaries: [makeSummary({ metric: 'a.b', error: 2 })] };
  const held = (gate: Parameters<typeof makeGate>[0]): number => exitCode({ ...run, gates: [makeGate(gate)] });
  expect(held({ state: 'held', metric: 'a.b', where: {}, errors: 2 })).toBe(0);
  expect(held({ state: 'held', metric: 'a.b', where: { agent: 'x' } })).toBe(3);
  expect(held({ state: 'held', metric: 'c.d', where: {} })).toBe(3);
  expect(held({ state: 'held', metric: 'a.b', where: {}, advisory: true })).toBe(3);
});

it('says first of all that a run was interrupted', () => {
  expect(exitCode({ ...makeRun().run, partial: true, gates: [makeGate({ state: 'failed' })] })).toBe(130);
});
