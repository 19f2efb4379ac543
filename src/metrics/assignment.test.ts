import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leastCostAssignment } from './assignment.ts';

function byTrying(costs: readonly (readonly number[])[], row = 0, taken: ReadonlySet<number> = new Set()): number {
  const line = costs[row];
  if (!line) return 0;
  const totals = [...line.entries()]
    .filter(([column]) => !taken.has(column))
    .map(([column, cost]) => cost + byTrying(costs, row + 1, new Set([...taken, column])));
  return Math.min(...totals);
}

const matrix = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 2 })).chain(([rows, more]) =>
  fc.array(fc.array(fc.nat(9), { minLength: rows + more, maxLength: rows + more }), {
    minLength: rows,
    maxLength: rows,
  }),
);

it('costs what the cheapest of all assignments does', () => {
  fc.assert(
    fc.property(matrix, (costs) => {
      const columns = leastCostAssignment(costs);
      expect(new Set(columns).size).toBe(costs.length);
      const total = columns.reduce((sum, column, row) => sum + (costs[row]?.[column] ?? Number.NaN), 0);
      expect(total).toBe(byTrying(costs));
    }),
    { numRuns: 100, seed: 3 },
  );
});
