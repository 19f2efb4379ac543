import { expect, test } from 'vitest';
import { textOf } from '../model/message.ts';
import type { Trace } from '../model/trace.ts';
import { agent, call, chain, edge, llm, type Made, makeTrace, tool } from '../testing/make-trace.ts';
import { agents } from './agents.ts';

type Row = readonly [text: string | undefined, source: string, from: string | undefined];
function outputs(trace: Trace): Map<string, Row> {
  return new Map(
    agents(trace).map((each) => [
      each.span.spanId,
      [each.output && textOf(each.output), each.outputSource, each.outputSpan?.spanId],
    ]),
  );
}
const ofOne = (shape: Parameters<typeof agent>[1], ...children: Made[]) =>
  outputs(makeTrace(agent('a', { ...shape, children }))).get('a');

test('an output is looked for on the agent, in its last own model call, in the tool call that ran it', () => {
  expect(ofOne({ says: 'own' }, llm({ says: 'model' }))).toEqual(['own', 'span', 'a']);
  expect(
    ofOne({}, llm({ says: 'first' }), llm({ says: 'last' }), agent('b', { children: [llm({ says: 'of b' })] })),
  ).toEqual(['last', 'child_llm', 'chat#2']);
  const trace = makeTrace(
    agent('a', { children: [llm({ says: 'x' }), tool('ask', { result: 'answer', children: [agent('b')] })] }),
  );
  expect(outputs(trace).get('b')).toEqual(['answer', 'parent_tool_result', 'ask']);
  expect(ofOne({})).toEqual([undefined, 'none', undefined]);
});

test('an output recorded as empty stays empty', () => {
  expect(ofOne({ outputMessages: [] }, llm({ says: 'text' }))).toEqual(['', 'span', 'a']);
  expect(ofOne({ says: '' }, llm({ says: 'text' }))).toEqual(['', 'span', 'a']);
});

test('the result of a tool call that ran several agents is the output of none of them', () => {
  const trace = makeTrace(
    agent('r', { children: [llm({ says: 'x' }), tool('team', { result: 'all', children: [agent('a'), agent('b')] })] }),
  );
  expect(outputs(trace).get('a')).toEqual([undefined, 'none', undefined]);
});

test.each([
  ['text', { result: 'text' }],
  ['text', { content: [{ type: 'text', text: 'text' }] }],
  ['ab', [{ text: 'a' }, 'b']],
  ['text', { content: 'text', isError: false }],
  ['', { result: '' }],
  ['', null],
  ['', {}],
  ['', { content: [] }],
  ['{"a":1,"b":2}', { a: 1, b: 2 }],
  ['7', 7],
])('the text %j is read from the result %j', (text, result) => {
  const trace = makeTrace(
    agent('r', { children: [llm({ says: 'x' }), tool('ask', { result, children: [agent('b')] })] }),
  );
  expect(outputs(trace).get('b')).toEqual([text, 'parent_tool_result', 'ask']);
});

test('the last model call is the one that ended last; where an end is missing, the last in order', () => {
  const long = llm({ from: 1, to: 50, says: 'long' });
  expect(ofOne({}, long, llm({ from: 2, to: 3, says: 'short' }))?.[0]).toBe('long');
  expect(ofOne({}, long, llm({ from: 2, to: null, says: 'open' }), llm({ from: 3, to: 4, says: 'later' }))?.[0]).toBe(
    'later',
  );
});

test('any record of the last call can carry its answer; a call of its tools cannot', () => {
  expect(ofOne({}, llm({ says: 'outer', children: [llm({ tokens: [1, 1] }, 'inner')] }))?.[0]).toBe('outer');
  expect(ofOne({}, llm({ children: [chain('http', { children: [llm({ says: 'inner' }, 'inner')] })] }))?.[0]).toBe(
    'inner',
  );
  const loop = llm({
    from: 1,
    to: 90,
    says: 'answer',
    children: [tool('t', { children: [llm({ from: 3, to: 4, says: 'of tool' }, 'inner')] })],
  });
  expect(ofOne({}, loop)?.[0]).toBe('answer');
});

test('a model that only asks for a tool answered with that', () => {
  const [only] = agents(makeTrace(agent('a', { children: [llm({ asks: [call('f')] })] })));
  expect(only?.output).toMatchObject([{ parts: [{ type: 'tool_call', name: 'f' }] }]);
});

test('an answer that was not recorded is not known; a model that failed gave none', () => {
  const says = llm({ says: 'x' });
  const captured = (shape: Parameters<typeof llm>[0]) =>
    agents(makeTrace(agent('r', { children: [says, agent('a', { children: [llm(shape)] })] })))[1]?.contentCaptured;
  expect(captured({})).toBe(false);
  expect(captured({ status: 'ERROR' })).toBe(true);
  expect(agents(makeTrace(agent('a')))[0]?.contentCaptured).toBe(false);
});

test('a remote agent answers through the side of its caller', () => {
  const caller = agent('h', {
    spanId: 'caller',
    says: 'found',
    children: [agent('h', { spanId: 'callee', children: [llm()] })],
  });
  expect(outputs(makeTrace(agent('r', { children: [llm(), caller] }))).get('callee')).toEqual([
    'found',
    'span',
    'caller',
  ]);
});

test('the task is its own input, else what its model was asked, else the arguments of the call', () => {
  const input = (child: Made) => {
    const [, found] = agents(
      makeTrace(agent('r', { children: [llm(), tool('ask', { args: { prompt: 'args' }, children: [child] })] })),
    );
    return found?.input && textOf(found.input);
  };
  expect(input(agent('a', { told: 'own', children: [llm({ told: 'model' })] }))).toBe('own');
  expect(input(agent('a', { children: [llm({ told: 'model' })] }))).toBe('model');
  expect(input(agent('a'))).toBe('args');
});

test('a handoff returns nothing to the agent that handed over', () => {
  const handoff = edge({ id: 'e', fromSpanId: 'a', viaSpanId: 'transfer', toSpanId: 'b' });
  const trace = makeTrace(
    [agent('a', { children: [llm({ says: 'x' }), tool('transfer', { result: 'Transferred.' })] }), agent('b')],
    [handoff],
  );
  expect(outputs(trace).get('b')).toEqual([undefined, 'none', undefined]);
});
