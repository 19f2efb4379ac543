import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agent, assembled, llm, makeTrace, recordsOf, traceOf } from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { textMessage } from './message.ts';
import { makeSpan, type Span } from './span.ts';

const zero = (name: string, startNs: bigint | undefined, rest: Partial<Span> = {}): Span =>
  makeSpan({
    traceId: 't',
    spanId: '0000',
    name,
    kind: 'LLM',
    at: { file: 'f' },
    ...(startNs !== undefined && { startNs }),
    ...rest,
  });

test('of two copies of a span the fuller is kept, whatever their order', () => {
  const started = zero('chat', 5n);
  const ended = zero('chat', 5n, { endNs: 9n, responseId: 'r' });
  const late = zero('chat', undefined, { endNs: 9n });
  for (const seed of [1, 2, 3, 4, 5]) {
    const trace = traceOf(shuffled([started, ended, late], seed));
    expect(trace.spans).toEqual([ended]);
    expect(trace.findings).toMatchObject([{ kind: 'duplicate_spans', count: 2 }]);
  }
});

test('different spans of one id are all kept, under ids of their own', () => {
  const spans = [zero('chat', 5n), zero('chat', 6n), zero('search', 5n)];
  for (const seed of [1, 2, 3]) {
    const trace = traceOf(shuffled(spans, seed));
    expect(new Set(trace.spans.map((span) => span.spanId)).size).toBe(3);
    expect(trace.spans).toEqual(traceOf(spans).spans);
    expect(trace.findings.map((each) => each.kind)).toEqual(['id_collision']);
  }
  expect(traceOf([zero('only', 1n)]).spans[0]?.spanId).toBe('0000');
});

test('parents that form a circle are cut at the span that started first', () => {
  const circle = [agent('a', { parentId: 'b' }), agent('b', { parentId: 'a' }), agent('self', { parentId: 'self' })];
  const trace = makeTrace(circle);
  expect(trace.spans.map((span) => [span.spanId, span.parentId])).toEqual([
    ['a', undefined],
    ['b', 'a'],
    ['self', undefined],
  ]);
});

test('messages that stand apart are joined in order of time, and never over what the span records', () => {
  const content = (timeNs: bigint, text: string) =>
    ({
      type: 'content',
      traceId: 't',
      spanId: '0000',
      timeNs,
      outputMessages: [textMessage('assistant', text)],
      at: { file: 'f' },
    }) as const;
  const records = [zero('chat', 1n), content(2n, 'second'), content(1n, 'first'), content(1n, 'first')];
  for (const seed of [1, 2, 3]) {
    const [span] = traceOf(shuffled(records, seed)).spans;
    expect(span?.outputMessages).toEqual([textMessage('assistant', 'first'), textMessage('assistant', 'second')]);
    expect(span?.outputSource).toBe('event');
  }
  const [own] = traceOf([
    zero('chat', 1n, { outputMessages: [textMessage('assistant', 'own')] }),
    content(1n, 'event'),
  ]).spans;
  expect(own?.outputMessages).toEqual([textMessage('assistant', 'own')]);
});

test('spans that name several sessions stay one trace of the root session, and this is told', () => {
  const [root, child] = recordsOf([agent('a', { sessionId: 's1', children: [llm({ sessionId: 's0' })] })]);
  if (!root || !child) throw new Error('two spans');
  for (const order of [
    [root, child],
    [child, root],
  ]) {
    const [session, ...others] = assembled(order);
    expect([session?.sessionId, others.length]).toEqual(['s1', 0]);
    expect(session?.traces[0]?.findings).toMatchObject([{ kind: 'split_session' }]);
  }
});

test('the order of records changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('a', 'b', 'x'), fc.nat(3)), {
        minLength: 1,
        maxLength: 8,
      }),
      fc.nat(),
      (drawn, seed) => {
        const spans = drawn.map(([spanId, parentId, start]) => zero('n', BigInt(start), { spanId, parentId }));
        expect(traceOf(shuffled(spans, seed))).toEqual(traceOf(spans));
      },
    ),
  );
});
