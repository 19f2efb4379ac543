import { expect, it } from 'vitest';
import type { Trace } from '../model/trace.ts';
import { agent, chain, llm, type Made, makeTrace } from '../testing/make-trace.ts';
import { touchedBy } from './touched-by.ts';

const sound = (children: Made[] = []): Made =>
  agent('a', { says: 'x', children: [llm({ tokens: [1, 1] }), ...children] });

const open = (count: number): Trace =>
  makeTrace(sound(Array.from({ length: count }, () => chain('open', { to: null }))));

function touchedSpans(trace: Trace): number {
  return trace.spans.filter((span) => touchedBy({ type: 'span', span, trace }).includes('unfinished_spans')).length;
}

it('a finding concerns the spans that it names, their trace and their session', () => {
  const trace = open(2);
  expect(touchedSpans(trace)).toBe(2);
  expect(touchedBy({ type: 'trace', trace })).toEqual(['unfinished_spans']);
  const session = { sessionId: 's', traces: [makeTrace(sound()), trace] };
  expect(touchedBy({ type: 'session', session })).toEqual(['unfinished_spans']);
  expect(touchedBy({ type: 'trace', trace: makeTrace(sound()) })).toEqual([]);
});

it('a finding about more spans than it can name may concern any of its trace', () => {
  const trace = open(30);
  expect(touchedSpans(trace)).toBe(trace.spans.length);
});
