import { expect, test } from 'vitest';
import type { Made } from '../testing/make-trace.ts';
import { agent, chain, edge, llm, makeTrace } from '../testing/make-trace.ts';
import { health } from './health.ts';

const kinds = (...roots: Made[]): string[] => health(makeTrace(roots)).map((each) => each.kind);
const sound = (children: Made[] = []): Made =>
  agent('a', { says: 'x', children: [llm({ tokens: [1, 1] }), ...children] });

test('a sound trace has no finding', () => {
  expect(kinds(sound())).toEqual([]);
});

test('what is odd is told, with the spans concerned', () => {
  expect(kinds(sound(), chain('other'))).toEqual(['multiple_roots']);
  expect(kinds(sound([chain('open', { to: null })]))).toEqual(['unfinished_spans']);
  expect(kinds(sound([chain('back', { from: 3, to: 2 })]))).toContain('ends_before_start');
  expect(kinds(agent('a', { children: [llm({ tokens: [1, 1] })] }))).toEqual(['content_not_captured']);
  const orphans = health(makeTrace([sound(), chain('lost', { parentId: 'gone' })]));
  expect(orphans).toMatchObject([{ kind: 'orphan_spans', count: 1, spanIds: ['lost'] }]);
});

test('clocks may differ by a millisecond; an agent in the background may outlive its call', () => {
  const around = (to: number) =>
    agent('a', { says: 'x', from: 0, to: 10, children: [llm({ tokens: [1, 1], from: 1, to })] });
  expect(kinds(around(11))).toEqual([]);
  expect(kinds(around(12))).toEqual(['clock_skew']);
  const child = agent('b', { says: 'y', from: 2, to: 99, children: [llm({ tokens: [1, 1], from: 3, to: 4 })] });
  const parent = agent('a', { says: 'x', from: 0, to: 10, children: [llm({ tokens: [1, 1], from: 1, to: 2 }), child] });
  const spawned = edge({ id: 'e', fromSpanId: 'a', toSpanId: 'b', mode: 'spawn_async' });
  expect(health(makeTrace(parent, [spawned])).map((each) => each.kind)).toEqual([]);
});

test('agents that never came are named, and a finding lists no more than twenty spans', () => {
  const gone = edge({ id: 'e', fromSpanId: 'a', toAgent: 'helper', viaToolCallId: 'c' });
  expect(health(makeTrace(sound(), [gone]))).toMatchObject([
    { kind: 'missing_agents', message: 'delegated and never observed: helper' },
  ]);
  const many = Array.from({ length: 30 }, () => chain('open', { to: null }));
  expect(health(makeTrace(sound(many)))).toMatchObject([{ count: 30, spanIds: { length: 20 } }]);
});
