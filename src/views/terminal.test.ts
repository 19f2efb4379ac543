import { expect, test } from 'vitest';
import { agent, call, edge, llm, type Made, makeTrace, tool, traceOf } from '../testing/make-trace.ts';
import { finalAnswer } from './final-answer.ts';
import { terminal } from './terminal.ts';

const ends = (shape: Parameters<typeof agent>[1], ...children: Made[]) =>
  terminal(makeTrace(agent('a', { ...shape, children })));

test('what the recording states holds', () => {
  const made = makeTrace(agent('a', { children: [llm({ finishReasons: ['length'] })] }));
  const stated = { type: 'trace', traceId: 't', terminal: { state: 'timeout', source: 'reported' } } as const;
  expect(terminal(traceOf([...made.spans, stated]))).toEqual(stated.terminal);
});

test('the last model call of the root loop says how it ended', () => {
  expect(ends({}, llm({ finishReasons: ['tool_calls'] }), llm({ finishReasons: ['stop'] }))).toMatchObject({
    state: 'completed',
    source: 'reported',
  });
  expect(ends({}, llm({ finishReasons: ['MAX_TOKENS'] }))).toMatchObject({ state: 'truncated', reason: 'MAX_TOKENS' });
  expect(
    ends({}, llm({ finishReasons: ['stop'] }), agent('b', { children: [llm({ finishReasons: ['length'] })] })).state,
  ).toBe('completed');
});

test('a tool call still open is no end, whatever the stop word', () => {
  expect(ends({}, llm({ finishReasons: ['stop'], asks: [call('f')] }))).toMatchObject({ state: 'incomplete' });
  const copy = llm({ asks: [call('f')], children: [llm({ finishReasons: ['stop'], tokens: [1, 1] }, 'inner')] });
  expect(ends({}, copy)).toMatchObject({ state: 'incomplete' });
});

test('an answer that is handed in ends a run; a person who takes over ends it otherwise', () => {
  expect(ends({}, llm({ asks: [call('submit')], finishReasons: ['tool_calls'] }))).toMatchObject({
    state: 'completed',
    reason: 'submit',
  });
  const asks = llm({ asks: [call('transfer_to_human_agents', {}, 'x')] });
  expect(ends({}, asks, tool('transfer_to_human_agents', { callId: 'x' }))).toMatchObject({
    state: 'escalated',
    by: 'agent',
  });
  expect(ends({}, asks, tool('transfer_to_human_agents', { callId: 'x', failed: true }))).toMatchObject({
    state: 'incomplete',
  });
});

test('a root that ended without error and said nothing is completed; one that did not end is unknown', () => {
  expect(ends({}, llm())).toEqual({ state: 'completed', source: 'derived' });
  expect(ends({ to: null }, llm())).toEqual({ state: 'unknown', source: 'derived' });
  expect(ends({}, llm({ status: 'ERROR' })).state).toBe('unknown');
  expect(terminal(makeTrace(llm())).state).toBe('unknown');
});

test('a root that failed says why, where its words are known', () => {
  expect(ends({ status: 'ERROR', statusMessage: 'Max turns exceeded' }).state).toBe('max_steps');
  expect(ends({ status: 'ERROR', statusMessage: 'boom' })).toMatchObject({ state: 'error', reason: 'boom' });
});

test('after a chain of handoffs the last agent answers, and its last call ends the run', () => {
  const speaks = (name: string, word: string) =>
    agent(name, { says: name, children: [llm({ finishReasons: [word] })] });
  const chain = [
    ['a', 'b'],
    ['b', 'c'],
  ].map(([from, to]) => edge({ id: `${from}${to}`, fromSpanId: `${from}`, toSpanId: `${to}` }));
  const trace = makeTrace([speaks('a', 'tool_calls'), speaks('b', 'tool_calls'), speaks('c', 'length')], chain);
  expect(finalAnswer(trace)?.name).toBe('c');
  expect(terminal(trace).state).toBe('truncated');
});
