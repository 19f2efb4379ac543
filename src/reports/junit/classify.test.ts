import { expect, it } from 'vitest';
import { makeGate, makeOutcome, makeRun } from '../../testing/make-run.ts';
import { caseStates } from './classify.ts';

const empty = makeOutcome({ status: 'scored', score: 0, label: 'empty' });
const other = { ...empty, id: 'ffff' };
const stateOf = (gates: Parameters<typeof makeGate>[0][], outcome = other) =>
  caseStates(makeRun({ gates: gates.map(makeGate) }).run)(outcome);

it('fails nothing without a gate: the exit code is 0 as well', () => {
  expect(stateOf([])).toBe('passed');
});

it('fails what is short of full where a gate on the metric and scope failed', () => {
  expect(stateOf([{}])).toBe('failure');
  expect(stateOf([{ scope: 'trace' }])).toBe('passed');
  expect(stateOf([{ state: 'held' }])).toBe('passed');
  expect(stateOf([{ advisory: true }])).toBe('passed');
});

it('fails only the named offenders of a gate that looks at a part', () => {
  expect(stateOf([{ where: { agent: 'geo*' } }])).toBe('passed');
  expect(stateOf([{ where: { agent: 'geo*' } }], empty)).toBe('failure');
});

it('skips what could not be scored and reports a failing metric as an error', () => {
  expect(stateOf([{}], makeOutcome({ status: 'unresolved', score: null, reason: 'x', bounds: [0, 1] }))).toBe(
    'skipped',
  );
  expect(stateOf([{}], makeOutcome({ status: 'not_applicable', score: null, reason: 'x' }))).toBe('skipped');
  expect(stateOf([], makeOutcome({ status: 'error', score: null, reason: 'x', message: 'y' }))).toBe('error');
});
