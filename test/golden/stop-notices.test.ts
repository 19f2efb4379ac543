import { describe, expect, test } from 'vitest';
import { metricNamed } from '../../src/metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../../src/metrics/resolve-config.ts';
import { textMessage, textOf } from '../../src/model/message.ts';
import type { Trace } from '../../src/model/trace.ts';
import { scorePartition } from '../../src/run/score.ts';
import { agent, call, edge, llm, makeTrace, tool, traceOf } from '../../src/testing/make-trace.ts';
import { agents } from '../../src/views/agents.ts';
import { finalAnswer } from '../../src/views/final-answer.ts';
import { terminal } from '../../src/views/terminal.ts';

const CAP = 'Agent stopped due to max iterations.';
const ANSWER = 'The refund of 42.50 is booked.';

const outputs = (trace: Trace): (string | undefined)[] =>
  agents(trace).map(({ output }) => (output ? textOf(output) : undefined));

function labels(trace: Trace, metricId = 'agent.subagent_validity'): unknown[] {
  const metric = metricNamed(metricId);
  const resolved = resolveConfig(metric, NO_CONFIG_INPUT);
  return agents(trace).flatMap((each) =>
    scorePartition(
      { metric, scope: 'span', resolved, declared: {} },
      { type: 'span', span: each.span, agent: each, trace },
      new Map(),
      () => 0,
    ).map((outcome) => (outcome.status === 'scored' ? outcome.label : outcome.status)),
  );
}

describe('an agent whose last message is a stop word', () => {
  test('has what it said before as its output', () => {
    const made = makeTrace(agent('a', { children: [llm({ says: ANSWER }), llm({ says: 'TERMINATE' })] }));
    expect(outputs(made)).toEqual([ANSWER]);
    expect(agents(made)[0]).toMatchObject({ outputSource: 'child_llm', outputSpan: { spanId: 'chat' } });
    expect(labels(made)).toEqual(['valid']);
    expect(textOf(finalAnswer(made)?.output ?? [])).toBe(ANSWER);
  });

  test('whose span names it as the output, has the last text of its calls, though a tool was called after it', () => {
    const children = [
      llm({ says: ANSWER }),
      llm({ asks: [call('save')] }),
      tool('save'),
      llm({ says: '  TERMINATE\n' }),
    ];
    expect(outputs(makeTrace(agent('a', { says: 'TERMINATE', children })))).toEqual([ANSWER]);
  });

  test('keeps the other messages of the record that holds it', () => {
    const outputMessages = [textMessage('assistant', ANSWER), textMessage('assistant', 'TERMINATE')];
    expect(outputs(makeTrace(agent('a', { outputMessages })))).toEqual([ANSWER]);
    const byUser = [textMessage('assistant', ANSWER), textMessage('user', '###STOP###')];
    const made = makeTrace(agent('a', { outputMessages: byUser }));
    expect(outputs(made)).toEqual([ANSWER]);
    expect(terminal(made)).toEqual({ state: 'completed', by: 'user', reason: '###STOP###', source: 'reported' });
  });

  test('and that only called tools has these as its output, which is no text', () => {
    const made = makeTrace(agent('a', { children: [llm({ asks: [call('save')] }), llm({ says: 'TERMINATE' })] }));
    expect(labels(made)).toEqual(['valid']);
  });

  test('and that said nothing else answered with nothing: it is empty, never short', () => {
    for (const word of ['TERMINATE', '###STOP###']) {
      expect(labels(makeTrace(agent('a', { says: word })))).toEqual(['empty']);
      expect(labels(makeTrace(agent('a', { children: [llm({ says: word })] })))).toEqual(['empty']);
    }
  });

  test('at the end of a longer message keeps the message as it stands', () => {
    const made = makeTrace(agent('a', { says: `${ANSWER} TERMINATE`, children: [llm({ says: ANSWER })] }));
    expect(outputs(made)).toEqual([`${ANSWER} TERMINATE`]);
    expect(terminal(made)).toEqual({ state: 'completed', source: 'derived' });
  });
});

describe('an agent that has a run for each message of a conversation', () => {
  const made = (other: string) =>
    makeTrace([
      agent('b', { says: 'Is it booked?' }),
      agent('a', { says: ANSWER }),
      agent(other, { says: 'TERMINATE' }),
    ]);

  test('answers with what it said before, in the run that only ends the conversation', () => {
    expect(outputs(made('a'))).toEqual(['Is it booked?', ANSWER, ANSWER]);
    expect(labels(made('a'))).toEqual(['valid', 'valid', 'valid']);
    expect(agents(made('a'))[2]).toMatchObject({ outputSpan: { spanId: 'a' }, stopNotice: { state: 'completed' } });
    expect(textOf(finalAnswer(made('a'))?.output ?? [])).toBe(ANSWER);
  });

  test('answers with nothing where another agent said it, or where a call asked for each run by itself', () => {
    expect(labels(made('c'))).toEqual(['valid', 'valid', 'empty']);
    const asked = (says: string) => tool('ask', { children: [agent('helper', { says })] });
    const trace = makeTrace(agent('lead', { says: ANSWER, children: [llm(), asked(ANSWER), asked('TERMINATE')] }));
    expect(labels(trace)).toEqual(['valid', 'valid', 'empty']);
  });
});

test('what an issuer received is no answer where it is only a stop word', () => {
  const child = agent('helper', { children: [llm({ says: ANSWER })] });
  const delivered = (result: string) =>
    makeTrace(agent('lead', { says: ANSWER, children: [llm(), tool('ask', { result, children: [child] })] }));
  expect(labels(delivered(ANSWER), 'agent.delegated_validity')).toEqual(['not_applicable', 'valid']);
  expect(labels(delivered('TERMINATE'), 'agent.delegated_validity')).toEqual(['not_applicable', 'undelivered']);
});

describe('a run whose last message is a stop word', () => {
  test.each([
    ['TERMINATE', 'completed', 'agent'],
    ['###STOP###', 'completed', 'user'],
    [CAP, 'max_steps', 'framework'],
  ])('%s ended %s, by the %s', (word, state, by) => {
    const children = [llm({ says: ANSWER }), llm({ says: word, finishReasons: ['stop'] })];
    const ended = { state, by, reason: word, source: 'reported' };
    expect(terminal(makeTrace(agent('a', { children })))).toEqual(ended);
    expect(terminal(makeTrace(agent('a', { says: word, children: [llm({ asks: [call('f')] })] })))).toEqual(ended);
  });

  test('ended as its source states; what a source derived gives way', () => {
    const spans = makeTrace(agent('a', { says: CAP })).spans;
    const stated = (state: 'completed' | 'timeout', source: 'reported' | 'derived') =>
      terminal(traceOf([...spans, { type: 'trace', traceId: 't', terminal: { state, source } }])).state;
    expect(stated('completed', 'derived')).toBe('max_steps');
    expect(stated('completed', 'reported')).toBe('completed');
    expect(stated('timeout', 'derived')).toBe('timeout');
    expect(terminal(makeTrace(agent('a', { says: CAP, status: 'ERROR' }))).state).toBe('error');
  });

  test('is answered by the last agent that said something else', () => {
    const made = makeTrace([agent('assistant', { says: ANSWER }), agent('user_proxy', { says: 'TERMINATE' })]);
    expect(finalAnswer(made)?.name).toBe('assistant');
    expect(terminal(made)).toMatchObject({ state: 'completed', reason: 'TERMINATE' });
    const handed = makeTrace(
      [agent('a', { says: ANSWER }), agent('b', { says: CAP })],
      [edge({ id: 'ab', fromSpanId: 'a', toSpanId: 'b' })],
    );
    expect([finalAnswer(handed)?.name, terminal(handed).state]).toEqual(['a', 'max_steps']);
  });

  test('is not ended by the stop word of a subagent', () => {
    const child = agent('helper', { says: 'TERMINATE', children: [llm({ says: ANSWER })] });
    const made = makeTrace(agent('lead', { says: ANSWER, children: [llm(), tool('ask', { children: [child] })] }));
    expect(terminal(made)).toEqual({ state: 'completed', source: 'derived' });
  });
});
