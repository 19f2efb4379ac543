import { describe, expect, test } from 'vitest';
import type { Delegation } from '../model/delegation.ts';
import { agent, call, chain, edge, llm, type Made, recordsOf, tool, traceOf } from '../testing/make-trace.ts';
import { agents } from './agents.ts';
import { health } from './health.ts';
import { terminal } from './terminal.ts';
import { toolCalls } from './tool-calls.ts';
import { usageLedger } from './usage-ledger.ts';

const worker = (i: number): Made =>
  agent('w', { children: [llm({ tokens: [1, 1], asks: [call('f', {}, `c${i}`)] }), tool('f', { callId: `c${i}` })] });
const times = (count: number, make: (i: number) => Made): Made[] => Array.from({ length: count }, (_, i) => make(i));

function nest(count: number, wrap: (inner: Made[]) => Made): Made {
  let made: Made[] = [];
  for (let i = 0; i < count; i++) made = [wrap(made)];
  return made[0] as Made;
}

const SHAPES: Readonly<Record<string, (size: number) => Made[]>> = {
  'many agents below one': (size) => [agent('r', { children: [llm({ tokens: [1, 1] }), ...times(size, worker)] })],
  'agents nested in each other': (size) => [
    nest(size, (inner) => agent('w', { children: [llm({ tokens: [1, 1] }), ...inner] })),
  ],
  'agents below a long chain of steps': (size) => [
    agent('r', {
      children: [llm(), nest(size, (inner) => chain('s', { children: inner.length ? inner : times(size, worker) }))],
    }),
  ],
  'declared figures nested in each other': (size) => [
    nest(size, (inner) => agent('w', { tokens: [9, 9], children: [tool('t', { children: inner })] })),
  ],
  'handoffs to one name': (size) => [
    ...times(size, (i) => agent('w', { children: [llm({ asks: [call('transfer_to_w', {}, `c${i}`)] })] })),
  ],
  'siblings in the time of many calls': (size) => [
    agent('r', { from: 0, to: 1e6, children: times(size, () => tool('ask_w', { from: 0, to: 1e6 })) }),
    ...times(size, (i) => agent('w', { from: i + 1, to: i + 2 })),
  ],
  'siblings in the time of calls that nest': (size) => [
    agent('r', {
      from: 0,
      to: 1e6,
      children: [nest(size, (inner) => tool('ask_w', { from: 0, to: 1e6, children: inner }))],
    }),
    ...times(size, (i) => agent('w', { from: i + 1, to: i + 2 })),
  ],
};

/** How often the views look at a span of a trace of this size: whatever they do with a span, they look at it first. */
function looks(shape: (size: number) => Made[], size: number, withEdges: boolean): number {
  let count = 0;
  const spans = recordsOf(shape(size));
  const edges: Delegation[] = spans
    .filter((span) => withEdges && span.kind === 'AGENT')
    .map((span, i) => edge({ id: `e${i}`, fromSpanId: span.spanId, toAgent: 'w' }));
  const trace = traceOf([...spans, ...edges]);
  const watched = trace.spans.map(
    (span) =>
      new Proxy(span, {
        get: (of, key) => {
          count++;
          return Reflect.get(of, key);
        },
      }),
  );
  const watchedTrace = { ...trace, spans: watched };
  for (const view of [agents, toolCalls, usageLedger, terminal, health]) view(watchedTrace);
  return count;
}

describe.each(Object.keys(SHAPES))('four times the spans are looked at four times as often: %s', (name) => {
  const shape = SHAPES[name] ?? (() => []);
  test.each([true, false])('with edges of the recording: %s', (withEdges) => {
    const small = looks(shape, 100, withEdges);
    expect(small).toBeGreaterThan(100);
    expect(looks(shape, 400, withEdges) / small).toBeLessThan(5);
  });
});
