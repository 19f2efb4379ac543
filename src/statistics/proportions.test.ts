import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agrestiCoull } from './agresti-coull.ts';
import { fisherExact } from './fisher.ts';
import { clopperPearson, wilson } from './interval.ts';
import { jeffreys } from './jeffreys.ts';
import { newcombeIndependent } from './newcombe.ts';

const NONE = { low: Number.NaN, high: Number.NaN };
const counts = fc.tuple(fc.nat(80), fc.nat(80)).map(([a, b]) => ({ successes: a, trials: a + b + 1 }));
const level = fc.double({ noNaN: true, min: 0.5, max: 0.999 });

describe.each(Object.entries({ wilson, clopperPearson, agrestiCoull, jeffreys }))('the interval %s', (_, interval) => {
  it('holds the proportion, lies in [0, 1], grows with its level and is mirrored with successes and failures', () => {
    fc.assert(
      fc.property(counts, level, ({ successes, trials }, wide) => {
        const { low, high } = interval(successes, trials, wide) ?? NONE;
        const narrow = interval(successes, trials, wide * 0.9) ?? NONE;
        const mirrored = interval(trials - successes, trials, wide) ?? NONE;
        // Jeffreys' interval does not reach a proportion of 0 or 1.
        if (interval !== jeffreys || (successes > 0 && successes < trials)) {
          expect(low).toBeLessThanOrEqual(successes / trials);
          expect(high).toBeGreaterThanOrEqual(successes / trials);
        }
        expect(Math.min(low, 1 - high)).toBeGreaterThanOrEqual(0);
        expect(narrow.low).toBeGreaterThanOrEqual(low - 1e-12);
        expect(narrow.high).toBeLessThanOrEqual(high + 1e-12);
        expect([mirrored.low, mirrored.high]).toEqual([expect.closeTo(1 - high, 10), expect.closeTo(1 - low, 10)]);
      }),
      { numRuns: 40 },
    );
  });

  it('does not exist without trials', () => expect(interval(0, 0)).toBeUndefined());
});

describe('two independent groups', () => {
  it('swap their interval when they are swapped, which holds the difference and grows with its level', () => {
    fc.assert(
      fc.property(counts, counts, level, (one, two, wide) => {
        const { low, high } = newcombeIndependent(one, two, wide) ?? NONE;
        const swapped = newcombeIndependent(two, one, wide) ?? NONE;
        const narrow = newcombeIndependent(one, two, wide * 0.9) ?? NONE;
        const difference = one.successes / one.trials - two.successes / two.trials;
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
        expect([swapped.low, swapped.high]).toEqual([expect.closeTo(-high, 12), expect.closeTo(-low, 12)]);
        expect(narrow.low).toBeGreaterThanOrEqual(low - 1e-12);
        expect(narrow.high).toBeLessThanOrEqual(high + 1e-12);
      }),
      { numRuns: 40 },
    );
    expect(newcombeIndependent({ successes: 0, trials: 0 }, { successes: 1, trials: 2 })).toBeUndefined();
  });

  it('have an exact p-value that no turning of the table changes', () => {
    const cell = fc.nat(12);
    fc.assert(
      fc.property(cell, cell, cell, cell, (a, b, c, d) => {
        const p = fisherExact([
          [a, b],
          [c, d],
        ]);
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
        for (const turned of [
          [
            [c, d],
            [a, b],
          ],
          [
            [b, a],
            [d, c],
          ],
          [
            [a, c],
            [b, d],
          ],
        ] as const)
          expect(fisherExact(turned)).toBeCloseTo(p, 10);
      }),
      { numRuns: 40 },
    );
  });

  it('have the p-value of the lady who tasted tea, and 1 where only one table is possible', () => {
    // Fisher 1935: all tables that are no likelier than 3 of 4 right: 34 of 70.
    expect(
      fisherExact([
        [3, 1],
        [1, 3],
      ]),
    ).toBeCloseTo(34 / 70, 12);
    expect([
      fisherExact([
        [0, 0],
        [0, 0],
      ]),
      fisherExact([
        [5, 0],
        [9, 0],
      ]),
    ]).toEqual([1, 1]);
  });

  it('may be large', () => {
    expect(
      fisherExact([
        [50_000, 50_000],
        [50_000, 50_000],
      ]),
    ).toBeCloseTo(1, 10);
    expect(
      fisherExact([
        [60_000, 40_000],
        [40_000, 60_000],
      ]),
    ).toBe(0);
  });
});
