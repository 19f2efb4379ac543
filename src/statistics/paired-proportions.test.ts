import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agrestiMin } from './agresti-min.ts';
import { bonettPrice } from './bonett-price.ts';
import type { Interval } from './interval.ts';
import { mcnemarExact, mcnemarMidP, mcnemarOneSided } from './mcnemar.ts';
import { newcombePaired } from './newcombe.ts';
import { type PairedCounts, pairedDifference, pairsOf } from './paired-counts.ts';
import { signTest, smallestSignTestP } from './sign-test.ts';
import { tango } from './tango.ts';

const tangoOf = (counts: PairedCounts, level?: number): Interval | undefined =>
  tango(counts.treatmentOnly, counts.baselineOnly, pairsOf(counts), level);

const cell = fc.nat(40);
const counts: fc.Arbitrary<PairedCounts> = fc
  .record({ bothSucceed: cell, treatmentOnly: cell, baselineOnly: cell, bothFail: cell })
  .filter((each) => pairsOf(each) > 0);
const level = fc.double({ noNaN: true, min: 0.9, max: 0.999 });
const swapped = (each: PairedCounts): PairedCounts => ({
  ...each,
  treatmentOnly: each.baselineOnly,
  baselineOnly: each.treatmentOnly,
});
const NONE = { low: Number.NaN, high: Number.NaN };
const EMPTY = { bothSucceed: 0, treatmentOnly: 0, baselineOnly: 0, bothFail: 0 };

describe.each(Object.entries({ tango: tangoOf, newcombePaired, bonettPrice, agrestiMin }))(
  'the paired interval %s',
  (name, interval) => {
    it('holds the difference, lies in [-1, 1], grows with its level and turns round when the arms are swapped', () => {
      fc.assert(
        fc.property(counts, level, (given, wide) => {
          const { low, high } = interval(given, wide) ?? NONE;
          const narrow = interval(given, wide * 0.9) ?? NONE;
          const turned = interval(swapped(given), wide) ?? NONE;
          const difference = pairedDifference(given) ?? Number.NaN;
          expect(low).toBeLessThanOrEqual(difference);
          expect(high).toBeGreaterThanOrEqual(difference);
          expect(Math.max(-low, high)).toBeLessThanOrEqual(1);
          expect(narrow.low).toBeGreaterThanOrEqual(low - 1e-12);
          expect(narrow.high).toBeLessThanOrEqual(high + 1e-12);
          expect([turned.low, turned.high]).toEqual([expect.closeTo(-high, 10), expect.closeTo(-low, 10)]);
        }),
        { numRuns: 40 },
      );
    });

    it('does not exist without pairs, and says its name', () => {
      expect(interval(EMPTY)).toBeUndefined();
      expect(interval({ ...EMPTY, bothFail: 3 })?.method).toBe(
        name.replace(/[A-Z]/g, (each) => `_${each.toLowerCase()}`),
      );
    });
  },
);

describe('pairs of which 7 are won by the treatment alone and 1 by the baseline alone, of 21', () => {
  it('have the published intervals', () => {
    // Fagerland, Lydersen and Laake 2014, table VI.
    const given = { bothSucceed: 1, treatmentOnly: 7, baselineOnly: 1, bothFail: 12 };
    for (const [interval, ends] of [
      [tangoOf(given), [0.026, 0.517]],
      [newcombePaired(given), [0.026, 0.507]],
    ] as const)
      expect([interval?.low, interval?.high].map((end) => Math.round((end ?? 0) * 1000) / 1000)).toEqual(ends);
  });
});

describe('McNemar', () => {
  it('gives chances that the arms can be swapped in, mid-p below the exact p', () => {
    fc.assert(
      fc.property(fc.nat(700), fc.nat(700), (b, c) => {
        const exact = mcnemarExact(b, c);
        const midP = mcnemarMidP(b, c);
        expect(midP).toBeLessThanOrEqual(exact);
        expect(Math.min(exact, midP, mcnemarOneSided(b, c))).toBeGreaterThan(0);
        expect(Math.max(exact, midP, mcnemarOneSided(b, c))).toBeLessThanOrEqual(1);
        expect([mcnemarExact(c, b), mcnemarMidP(c, b)]).toEqual([exact, midP]);
        // P(X >= b) + P(X <= b) counts X = b twice.
        expect(mcnemarOneSided(b, c) + mcnemarOneSided(c, b)).toBeGreaterThan(1 - 1e-9);
      }),
      { numRuns: 50 },
    );
  });

  it('says nothing where the arms never differ', () => {
    expect([mcnemarExact(0, 0), mcnemarMidP(0, 0), mcnemarOneSided(0, 0)]).toEqual([1, 1, 1]);
  });
});

describe('the sign test', () => {
  it('cannot give less than its smallest p-value', () => {
    for (let n = 1; n <= 12; n++) {
      expect(signTest(n, 0)).toBe(smallestSignTestP(n).twoSided);
      expect(mcnemarOneSided(n, 0)).toBe(smallestSignTestP(n).oneSided);
    }
    expect(smallestSignTestP(0)).toEqual({ twoSided: 1, oneSided: 1 });
  });
});
