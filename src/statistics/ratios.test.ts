import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffled } from '../testing/shuffled.ts';
import { costPerSuccess } from './cost-per-success.ts';
import { bootstrapCostPerSuccess } from './cost-per-success-bootstrap.ts';
import { fieller } from './fieller.ts';
import { ratioOfGeometricMeans } from './log-ratio.ts';

const cost = fc.double({ noNaN: true, min: 1, max: 3 });
const pairs = fc.array(fc.tuple(cost, cost), { minLength: 4, maxLength: 12 });
const columns = (rows: readonly (readonly [number, number])[]) =>
  [rows.map(([x]) => x), rows.map(([, y]) => y)] as const;

describe.each(Object.entries({ fieller, ratioOfGeometricMeans }))('the ratio by %s', (_, ratioOf) => {
  it('lies in its interval, is turned over when the arms are swapped and does not ask for an order', () => {
    fc.assert(
      fc.property(pairs, fc.nat(), (rows, seed) => {
        const [x, y] = columns(rows);
        const found = ratioOf(x, y);
        const turned = ratioOf(y, x);
        fc.pre(found?.interval != null && turned?.interval != null);
        const { low = 0, high = 0 } = found?.interval ?? {};
        expect(low).toBeLessThanOrEqual(found?.ratio ?? 0);
        expect(high).toBeGreaterThanOrEqual(found?.ratio ?? 9);
        expect(turned?.ratio).toBeCloseTo(1 / (found?.ratio ?? 0), 9);
        if (low > 0)
          expect(turned?.interval).toMatchObject({
            low: expect.closeTo(1 / high, 6),
            high: expect.closeTo(1 / low, 6),
          });
        expect(ratioOf(x, y, 0.9)?.interval?.high).toBeLessThanOrEqual(high);
        expect(ratioOf(...columns(shuffled(rows, seed)))).toEqual(found);
      }),
      { numRuns: 40 },
    );
  });

  it('needs as many of both, and some', () => {
    expect([ratioOf([1, 2], [1]), ratioOf([], [])]).toEqual([undefined, undefined]);
  });
});

describe('ratios that say nothing', () => {
  it('have no interval by Fieller, with the reason', () => {
    expect(fieller([1, 2], [1, -1])).toEqual({ ratio: null, g: null, interval: null, reason: 'fieller_unbounded' });
    expect(fieller([1], [1])).toBeUndefined();
  });

  it('do not exist of logarithms of what is not above 0, and have no interval where they do not vary', () => {
    expect(ratioOfGeometricMeans([1, 0], [1, 1])).toBeUndefined();
    expect(ratioOfGeometricMeans([1, 1], [1, -1])).toBeUndefined();
    expect(ratioOfGeometricMeans([2, 4], [1, 2])).toEqual({ ratio: 2, interval: null });
    expect(ratioOfGeometricMeans([1e300, 1], [1, 1e300])?.interval).toBeNull();
  });
});

describe('the cost of a success', () => {
  const known = [
    { cost: 2, success: true },
    { cost: 4, success: false },
  ];

  it('counts what failures cost', () => expect(costPerSuccess(known)).toEqual({ value: 6, reason: null }));

  it('is a least cost where a cost is not known, and nothing where nothing succeeded', () => {
    const open = { cost: undefined, success: true };
    expect(costPerSuccess([...known, open])).toEqual({ value: null, reason: 'incomplete_cost', atLeast: 3 });
    expect(costPerSuccess(known.slice(1))).toEqual({ value: null, reason: 'no_verified_success' });
    expect(costPerSuccess([])).toEqual({ value: null, reason: 'no_verified_success' });
  });

  it('has an upper limit only where nearly all resamples have a success', () => {
    const drawn = { seed: 3, resamples: 400 };
    const rare = bootstrapCostPerSuccess(
      [
        [1, 1],
        [2, 0],
        [3, 0],
        [1, 0],
      ],
      drawn,
    );
    expect(rare).toMatchObject({ estimate: 7, high: null, reason: 'unbounded_above' });
    // (3/4)^4 of the resamples are without.
    expect((rare?.undefinedResamples ?? 0) / 400).toBeCloseTo((3 / 4) ** 4, 1);
    expect(rare?.low).toBeGreaterThan(0);
    const usual = bootstrapCostPerSuccess(
      [
        [1, 1],
        [2, 2],
        [3, 1],
        [1, 0],
        [2, 1],
        [2, 1],
      ],
      drawn,
    );
    expect(usual).toMatchObject({ undefinedResamples: 0, reason: null });
    expect(usual?.low).toBeLessThan(usual?.estimate ?? 0);
    expect(usual?.high).toBeGreaterThan(usual?.estimate ?? 9);
  });

  it('is not estimated where nothing succeeded, or nothing was drawn', () => {
    expect(
      bootstrapCostPerSuccess(
        [
          [1, 0],
          [2, 0],
        ],
        { seed: 1, resamples: 10 },
      ),
    ).toEqual({
      estimate: null,
      undefinedResamples: 10,
      low: null,
      high: null,
      reason: 'unbounded_above',
    });
    expect(bootstrapCostPerSuccess([], { seed: 1, resamples: 10 })).toBeUndefined();
    expect(bootstrapCostPerSuccess([[1, 1]], { seed: 1, resamples: 0 })).toBeUndefined();
  });
});
