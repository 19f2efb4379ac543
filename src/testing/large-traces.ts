import type { Trace } from '../model/trace.ts';
import { agent, call, chain, edge, llm, type Made, recordsOf, tool, traceOf } from './make-trace.ts';

const worker = (i: number): Made =>
  agent('w', { children: [llm({ tokens: [1, 1], asks: [call('f', {}, `c${i}`)] }), tool('f', { callId: `c${i}` })] });
const times = (count: number, make: (i: number) => Made): Made[] => Array.from({ length: count }, (_, i) => make(i));

function nest(count: number, wrap: (inner: Made[]) => Made): Made {
  let made: Made[] = [];
  for (let i = 0; i < count; i++) made = [wrap(made)];
  return made[0] as Made;
}

/** Traces that grow, each in another direction. */
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

/** The names of the traces that `watchedTrace` makes. */
export const LARGE_TRACES: readonly string[] = Object.keys(SHAPES);

/** A trace that counts how often anyone looks at one of its spans: whatever is done with a span, it is looked at first. */
export interface Watched {
  readonly trace: Trace;
  readonly looks: () => number;
}

/** Makes a large trace by name; `withEdges`: the recording states a delegation by each agent. */
export function watchedTrace(name: string, size: number, withEdges = false): Watched {
  const spans = recordsOf(SHAPES[name]?.(size) ?? []);
  const edges = spans
    .filter((span) => withEdges && span.kind === 'AGENT')
    .map((span, i) => edge({ id: `e${i}`, fromSpanId: span.spanId, toAgent: 'w' }));
  const trace = traceOf([...spans, ...edges]);
  let count = 0;
  const watched = trace.spans.map(
    (span) =>
      new Proxy(span, {
        get: (of, key) => {
          count++;
          return Reflect.get(of, key);
        },
      }),
  );
  return { trace: { ...trace, spans: watched }, looks: () => count };
}
