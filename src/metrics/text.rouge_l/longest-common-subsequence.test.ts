import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longestCommonSubsequence } from './longest-common-subsequence.ts';

function byTable(first: readonly string[], second: readonly string[]): number {
  let row = Array.from({ length: second.length + 1 }, () => 0);
  for (const a of first) {
    const next = [0];
    for (const [at, b] of second.entries())
      next.push(a === b ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

it('is what the plain table says, across the width of a machine word', () => {
  const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 80 });
  fc.assert(
    fc.property(items, items, (first, second) => {
      expect(longestCommonSubsequence(first, second)).toBe(byTable(first, second));
    }),
    { numRuns: 60, seed: 7 },
  );
});

it('of nothing is 0', () => {
  expect(longestCommonSubsequence([], ['a'])).toBe(0);
  expect(longestCommonSubsequence(['a'], [])).toBe(0);
});
