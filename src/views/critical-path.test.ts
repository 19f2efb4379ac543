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

interface Clipped {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The definition as it is written: recursive, with every child clipped to its parent before it is looked at. */
function byDefinition(list: readonly Span[]): Map<string, number> {
  const self = new Map<string, number>();
  const add = (id: string, time: number): void => void self.set(id, (self.get(id) ?? 0) + time);
  const cp = (s: Clipped, end: number): void => {
    let t = end;
    const children = list
      .filter(({ parentId, endNs }) => parentId === s.id && endNs !== undefined)
      .map((child) => ({
        id: child.spanId,
        start: Math.max(Number(child.startNs), s.start),
        end: Math.min(Number(child.endNs), s.end),
      }))
      .filter((child) => child.end > child.start)
      .sort((a, b) => b.end - a.end || a.start - b.start || (a.id < b.id ? -1 : 1));
    for (const c of children) {
      const ce = Math.min(c.end, end);
      if (ce > t || c.start >= t) continue;
      add(s.id, t - ce);
      cp(c, ce);
      t = c.start;
    }
    add(s.id, t - s.start);
  };
  cp({ id: 's0', start: 0, end: 100 }, 100);
  return new Map([...self].filter(([, time]) => time > 0));
}

it('is what its definition says', () => {
  fc.assert(
    fc.property(spans, (list) => {
      const path = criticalPath(traceOf(list));
      expect(new Map(path?.segments.map(({ span, ns }) => [span.spanId, ns]))).toEqual(byDefinition(list));
    }),
    { numRuns: 300, seed: 6 },
  );
});

it('of children that end at once takes the one that began first, then the one of the smaller id', () => {
  const run = (...children: (readonly [number, number])[]) =>
    traceOf(
      recordsOf([
        agent('root', { from: 0, to: 10, children: children.map(([from, to]) => llm({ from, to }, `${from}-${to}`)) }),
      ]),
    );
  const path = (trace: ReturnType<typeof run>) =>
    criticalPath(trace)?.segments.map(({ span, ns }) => [span.spanId, ns / 1e6]);
  expect(path(run([4, 8], [2, 8]))).toEqual([
    ['root', 4],
    ['2-8', 6],
  ]);
  expect(path(run([2, 8], [2, 8]))).toEqual([
    ['root', 4],
    ['2-8', 6],
  ]);
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
