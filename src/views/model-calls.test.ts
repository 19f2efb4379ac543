import { expect, test } from 'vitest';
import type { Trace } from '../model/trace.ts';
import { agent, chain, llm, type Made, makeTrace, tool, usage } from '../testing/make-trace.ts';
import { callGroups, modelCalls } from './model-calls.ts';

type Said = readonly [counted: string, copies: readonly string[], conflict?: true];

function calls(trace: Trace): Said[] {
  return modelCalls(trace).map(({ span, copies, conflict }) => {
    const ids = copies.map((copy) => copy.spanId);
    return conflict ? [span.spanId, ids, true] : [span.spanId, ids];
  });
}
const ofTree = (...children: Made[]): Said[] => calls(makeTrace(agent('a', { children })));
const outer = (shape: Parameters<typeof llm>[0]): Made => llm(shape, 'outer');
const inner = (shape: Parameters<typeof llm>[0] = {}, name = 'inner'): Made => llm(shape, name);

test('a call inside another of the same usage is one call, the deeper of which counts', () => {
  expect(ofTree(outer({ tokens: [100, 5], children: [inner({ tokens: [100, 5] })] }))).toEqual([['inner', ['outer']]]);
  const three = outer({ tokens: [9, 1], children: [chain('http', { children: [inner({ children: [llm()] })] })] });
  expect(ofTree(three)).toEqual([['outer', ['inner', 'chat']]]);
});

test('the span that carries usage counts, whichever it is', () => {
  expect(ofTree(outer({ tokens: [100, 5], children: [inner()] }))).toEqual([['outer', ['inner']]]);
  expect(ofTree(outer({ children: [inner({ tokens: [100, 5] })] }))).toEqual([['inner', ['outer']]]);
  expect(ofTree(outer({ children: [inner()] }))).toEqual([['inner', ['outer']]]);
});

test('a whole record of a call counts before a part of one', () => {
  const part = inner({ usage: { output: 5, scope: 'exclusive', coverage: 'partial' } });
  expect(ofTree(outer({ tokens: [100, 5], children: [part] }))).toEqual([['outer', ['inner']]]);
  const running = inner({ usage: usage(9000, 500, 'cumulative_snapshot') });
  expect(ofTree(outer({ tokens: [100, 5], children: [running] }))).toEqual([['outer', ['inner']]]);
});

test('copies that disagree are flagged', () => {
  expect(ofTree(outer({ tokens: [100, 5], children: [inner({ tokens: [90, 5] })] }))).toEqual([
    ['inner', ['outer'], true],
  ]);
  const cached = inner({
    usage: { inputUncached: 20, cacheRead: 80, output: 5, scope: 'exclusive', coverage: 'full' },
  });
  expect(ofTree(outer({ tokens: [100, 5], children: [cached] }))).toEqual([['inner', ['outer']]]);
});

test('a span around several calls is a roll-up and no call', () => {
  for (const tokens of [undefined, [7, 7] as const]) {
    const rollUp = outer({
      ...(tokens && { tokens }),
      children: [inner({ tokens: [3, 3] }), inner({ tokens: [4, 4] })],
    });
    const trace = makeTrace(agent('a', { children: [llm({ children: [rollUp] }, 'outermost')] }));
    expect(calls(trace)).toEqual([
      ['inner', []],
      ['inner#2', []],
    ]);
    expect(trace.spans.filter(callGroups(trace).isRollUp).map((span) => span.spanId)).toEqual(['outermost', 'outer']);
  }
  expect(ofTree(outer({ tokens: [7, 7], children: [inner(), inner()] }))).toHaveLength(2);
});

test('a call under a tool or agent under a call is another call', () => {
  const under = (made: Made) => outer({ tokens: [1, 1], children: [made] });
  expect(ofTree(under(tool('search', { children: [inner({ tokens: [1, 1] })] })))).toHaveLength(2);
  expect(ofTree(under(agent('b', { children: [inner({ tokens: [1, 1] })] })))).toHaveLength(2);
});

test('siblings of one response id are one call, the fuller of which counts', () => {
  const twin = (output: number) => inner({ responseId: 'r', tokens: [10, output], from: 1, to: 9 });
  const twins = [twin(1), twin(812)];
  expect(ofTree(...twins)).toEqual([['inner#2', ['inner'], true]]);
  expect(ofTree(...twins.reverse())).toEqual([['inner', ['inner#2'], true]]);
  expect(ofTree(inner({ responseId: 'r' }), inner({ responseId: 's' }), inner())).toHaveLength(3);
});

test('what is said to be a copy is one, wherever it stands', () => {
  const copy = inner({ duplicateOf: 'inner#2', tokens: [1, 1] });
  expect(ofTree(copy, chain('deeper', { children: [inner({ tokens: [1, 1] })] }))).toEqual([['inner', ['inner#2']]]);
});

test('three records of one call, nested and beside it, are one call', () => {
  const nested = outer({ responseId: 'r', from: 0, to: 9, children: [inner({ tokens: [5, 5] })] });
  expect(ofTree(nested, llm({ responseId: 'r', tokens: [5, 5], from: 1, to: 8 }))).toEqual([
    ['inner', ['outer', 'chat']],
  ]);
});

test('a chain of calls deeper than the stack is one call', () => {
  for (const tokens of [undefined, [1, 1] as const]) {
    let made = llm({ tokens: [1, 1] }, 'deepest');
    for (let i = 0; i < 20_000; i++) made = llm({ ...(tokens && { tokens }), children: [made] });
    const [only, ...others] = modelCalls(makeTrace(made));
    expect([only?.span.spanId, only?.copies.length, others.length]).toEqual(['deepest', 20_000, 0]);
  }
});
