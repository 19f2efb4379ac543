import { expect, it } from 'vitest';
import { agent, chain, llm, type Made, makeTrace, tool } from '../testing/make-trace.ts';
import { durations } from './durations.ts';

const of = (...children: Made[]): unknown => {
  const { agentsNs, leavesNs, untimed } = durations(
    makeTrace(agent('root', { says: 'text', from: 0, to: 100, children })),
  );
  return [agentsNs / 1e6, leavesNs / 1e6, untimed];
};

it('leaves are the calls that hold no call or agent, at any depth', () => {
  const inner = llm({ from: 20, to: 30 });
  expect(of(tool('search', { from: 10, to: 40, children: [chain('step', { children: [inner] })] }))).toEqual([
    100, 10, 0,
  ]);
  expect(of(tool('ask', { from: 10, to: 40, children: [agent('sub', { says: 'text', from: 15, to: 35 })] }))).toEqual([
    120, 0, 0,
  ]);
  expect(of(tool('ask', { from: 10, to: 40, children: [chain('step', { from: 15, to: 35 })] }))).toEqual([100, 30, 0]);
});

it('a span that ends before it starts, or not at all, has no duration', () => {
  expect(of(llm({ from: 20, to: 10 }), llm({ from: 20, to: null }), llm({ from: 20, to: 25 }))).toEqual([100, 5, 2]);
});
