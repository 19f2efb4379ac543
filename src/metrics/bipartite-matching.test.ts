import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maximumMatching, sizeOf } from './bipartite-matching.ts';

/** The most pairs, by trying every partner of each one. */
function byTrying(left: readonly number[], right: readonly number[], edges: readonly (readonly number[])[]): number {
  const ones = left.flatMap((count, kind) => Array.from({ length: count }, () => kind));
  const free = [...right];
  const best = (at: number): number => {
    const kind = ones[at];
    if (kind === undefined) return 0;
    let most = best(at + 1);
    for (const other of edges[kind] ?? []) {
      const count = free[other] ?? 0;
      if (count === 0) continue;
      free[other] = count - 1;
      most = Math.max(most, 1 + best(at + 1));
      free[other] = count;
    }
    return most;
  };
  return best(0);
}

const sizes = fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 4 });
const graph = fc.tuple(sizes, sizes).chain(([left, right]) => {
  const partners = fc.subarray([...right.keys()]);
  return fc.tuple(
    fc.constant(left),
    fc.constant(right),
    fc.array(partners, { minLength: left.length, maxLength: left.length }),
  );
});

it('pairs as many as trying every pairing does, and none beyond what there is of it', () => {
  fc.assert(
    fc.property(graph, ([left, right, edges]) => {
      const matching = maximumMatching(left, right, edges);
      expect(sizeOf(matching)).toBe(byTrying(left, right, edges));
      const taken = right.map(() => 0);
      for (const [kind, partners] of matching.entries()) {
        expect([...partners.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(left[kind] ?? 0);
        for (const [other, count] of partners) {
          expect(edges[kind]).toContain(other);
          taken[other] = (taken[other] ?? 0) + count;
        }
      }
      for (const [other, count] of taken.entries()) expect(count).toBeLessThanOrEqual(right[other] ?? 0);
    }),
    { numRuns: 200, seed: 5 },
  );
});

it('gives up a pair for two: a greedy pairing would not', () => {
  expect(sizeOf(maximumMatching([1, 1], [1, 1], [[0, 1], [0]]))).toBe(2);
  expect(sizeOf(maximumMatching([1, 1, 1], [1, 1, 1], [[0, 1], [0, 2], [0]]))).toBe(3);
});

it('pairs thousands of kinds along a path that runs through all of them', () => {
  const count = 900;
  const edges = Array.from({ length: count }, (_, kind) => (kind + 1 < count ? [kind, kind + 1] : [0]));
  const ones = edges.map(() => 1);
  expect(sizeOf(maximumMatching(ones, ones, edges))).toBe(count);
});
