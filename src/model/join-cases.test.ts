import { describe, expect, it } from 'vitest';
import type { Problem } from '../problems/problem.ts';
import type { CarriedCase } from './assemble.ts';
import type { EvaluationCase } from './case.ts';
import { joinCases } from './join-cases.ts';
import type { Json } from './json.ts';
import { makeSpan } from './span.ts';
import type { Session, Trace } from './trace.ts';

function trace(traceId: string, attributes: Readonly<Record<string, Json>> = {}, sessionId = `s-${traceId}`): Trace {
  const span = { traceId, spanId: '1', name: 'a', kind: 'AGENT', at: { file: 'f' } } as const;
  return {
    traceId,
    sessionId,
    sessionIdSource: 'reported',
    source: 'spans',
    runUnit: 'trace',
    spans: [makeSpan({ ...span, attributes: new Map(Object.entries(attributes)) })],
    delegations: [],
    findings: [],
  };
}

function join(
  traces: readonly Trace[],
  fromFile: readonly EvaluationCase[] = [],
  carried: readonly CarriedCase[] = [],
): { cases: (string | undefined)[]; missing: string[]; problems: string[] } {
  const problems: Problem[] = [];
  const sessions: Session[] = traces.map((each) => ({ sessionId: each.sessionId, traces: [each] }));
  const joined = joinCases(sessions, carried, fromFile, (found) => problems.push(found));
  return {
    cases: joined.sessions.flatMap((session) => session.traces.map((each) => each.case?.id)),
    missing: joined.missing.map(({ id }) => id),
    problems: problems.map(({ code }) => code),
  };
}

const attributes = (record: Readonly<Record<string, Json>>) => ({ attributes: new Map(Object.entries(record)) });

describe('the case of a trace', () => {
  it('is the one that its source carries, before the one it names, before one that matches', () => {
    const traces = [trace('t1', { 'muster.case_id': 'b' }), trace('t2', { 'muster.case_id': 'b' }), trace('t3')];
    const fromFile = [{ id: 'b' }, { id: 'c', match: { trace: 't3' } }];
    const carried = [{ case: { id: 'a' }, traceId: 't1' }];
    expect(join(traces, fromFile, carried)).toEqual({ cases: ['a', 'b', 'c'], missing: [], problems: [] });
  });

  it('is found by session, by trace and by attributes, all of which must hold', () => {
    const traces = [trace('t1', { user: 'ada', run: 1 }), trace('t2', { user: 'ada', run: 2 }), trace('t3', {}, 's')];
    const fromFile: EvaluationCase[] = [
      { id: 'one', match: attributes({ user: 'ada', run: 1 }) },
      { id: 'two', match: { trace: 't2', ...attributes({ user: 'ada' }) } },
      { id: 'three', match: { session: 's' } },
      { id: 'other', match: { trace: 't2', ...attributes({ user: 'bob' }) } },
      { id: 'text', match: attributes({ run: '1' }) },
    ];
    expect(join(traces, fromFile)).toEqual({
      cases: ['one', 'two', 'three'],
      missing: ['other', 'text'],
      problems: [],
    });
  });

  it('is one that no file knows where only a trace names it', () => {
    expect(join([trace('t', { 'muster.case_id': 17 })]).cases).toEqual(['17']);
    expect(join([trace('t', { 'muster.case_id': { id: 1 } })]).cases).toEqual([undefined]);
  });

  it('is none where two cases match, and neither is missing', () => {
    const fromFile = [
      { id: 'b', match: { trace: 't' } },
      { id: 'a', match: { session: 's-t' } },
    ];
    expect(join([trace('t')], fromFile)).toEqual({ cases: [undefined], missing: [], problems: ['CASES_CONFLICT'] });
    const carried = ['a', 'b'].map((id) => ({ case: { id }, traceId: 't' }));
    expect(join([trace('t')], [], carried)).toEqual({ cases: [undefined], missing: [], problems: ['CASES_CONFLICT'] });
  });

  it('is not replaced by one of a file, which is then reported and not missing', () => {
    const carried = [{ case: { id: 'a' }, traceId: 't' }];
    const fromFile = [{ id: 'b', match: { trace: 't' } }];
    expect(join([trace('t')], fromFile, carried)).toEqual({ cases: ['a'], missing: [], problems: ['CASES_NOT_USED'] });
  });

  it('may stand for many traces, but not when it names one trial', () => {
    const traces = [trace('t1', {}, 's'), trace('t2', {}, 's')];
    const match = { session: 's' };
    expect(join(traces, [{ id: 'a', match }])).toEqual({ cases: ['a', 'a'], missing: [], problems: [] });
    expect(join(traces, [{ id: 'a', match, trial: 1 }]).problems).toEqual(['CASES_DUPLICATE_TRIAL']);
  });
});

describe('a case without a trace', () => {
  it('is missing, once, whether a source or a file holds it, in order of ids', () => {
    const carried = [{ case: { id: 'z' } }, { case: { id: 'a', prompt: 'hi' } }, { case: { id: 'a' } }];
    expect(join([trace('t')], [{ id: 'm' }], carried)).toEqual({
      cases: [undefined],
      missing: ['a', 'm', 'z'],
      problems: [],
    });
  });

  it('is not missing where another file carries the same case with a trace', () => {
    const carried = [{ case: { id: 'a' } }, { case: { id: 'a', reference: 'r' }, traceId: 't' }];
    expect(join([trace('t')], [], carried)).toEqual({ cases: ['a'], missing: [], problems: [] });
  });

  it('is missing when its own trace was not read', () => {
    expect(join([], [], [{ case: { id: 'a' }, traceId: 'gone' }])).toMatchObject({ missing: ['a'] });
  });
});
