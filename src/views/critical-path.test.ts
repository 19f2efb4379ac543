import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Span } from '../model/span.ts';
import { agent, llm, recordsOf, traceOf } from '../testing/make-trace.ts';
import { shuffled } from '../testing/shuffled.ts';
import { criticalPath } from './critical-path.ts';

/** Spans of any times below any parents: clocks that disagree, ends before starts, missing ends. */
const spans = fc
  .array(
    fc.record({
      start: fc.integer({ min: -20, max: 120 }),
      end: fc.option(fc.integer({ min: -20, max: 130 }), { nil: undefined }),
      parent: fc.nat(),
    }),
    { maxLength: 20 },
  )
  .map((drawn): Span[] => {
    const [root] = recordsOf([agent('root', { says: 'an answer of some length' })]);
    const [call] = recordsOf([llm()]);
    if (!root || !call) throw new Error('no spans');
    const list: Span[] = [{ ...root, spanId: 's0', startNs: 0n, endNs: 100n }];
    for (const { start, end, parent } of drawn) {
      const { endNs: _, ...rest } = call;
      const parentId = `s${parent % list.length}`;
      list.push({
        ...rest,
        spanId: `s${list.length}`,
        parentId,
        startNs: BigInt(start),
        ...(end !== undefined && { endNs: BigInt(end) }),
      });
    }
    return list;
  });

it('has no negative segment, and its segments sum to the time of the root, in any order of the spans', () => {
  fc.assert(
    fc.property(spans, fc.nat(), (list, seed) => {
      const path = criticalPath(traceOf(list));
      const found = path?.segments.map(({ span, ns }) => [span.spanId, ns] as const) ?? [];
      expect(found.every(([, ns]) => ns > 0)).toBe(true);
      expect(found.reduce((sum, [, ns]) => sum + ns, 0)).toBe(100);
      expect(new Set(found.map(([id]) => id)).size).toBe(found.length);
      const again = criticalPath(traceOf(shuffled(list, seed)))?.segments.map(({ span, ns }) => [span.spanId, ns]);
      expect(again).toEqual(found);
    }),
    { numRuns: 100, seed: 5 },
  );
});

it('takes a chain of any depth', () => {
  const [call] = recordsOf([llm()]);
  const [root] = recordsOf([agent('root', { says: 'an answer of some length' })]);
  if (!root || !call) throw new Error('no spans');
  const depth = 20_000;
  const list: Span[] = [{ ...root, spanId: 's0', startNs: 0n, endNs: BigInt(2 * depth) }];
  for (let at = 1; at < depth; at++)
    list.push({
      ...call,
      spanId: `s${at}`,
      parentId: `s${at - 1}`,
      startNs: BigInt(at),
      endNs: BigInt(2 * depth - at),
    });
  expect(criticalPath(traceOf(list))?.segments).toHaveLength(depth);
});
