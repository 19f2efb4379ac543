import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffled } from '../testing/shuffled.ts';
import { betaQuantile } from './beta.ts';
import { binomialCdf, binomialCoefficient } from './binomial.ts';
import { type Cluster, effectiveUnits, meanOfClusterMeans, meanOfUnits } from './clustered.ts';
import { addExactly, exactSum } from './exact-sum.ts';
import { clopperPearson, upperBoundOfNone, wilson } from './interval.ts';
import { normalQuantile } from './normal.ts';
import { passAtK, passHatK } from './pass-k.ts';

const sumOf = (numbers: readonly number[]): number => {
  const parts: number[] = [];
  for (const each of numbers) addExactly(parts, each);
  return exactSum(parts);
};

describe('an exact sum', () => {
  it('keeps what plain addition loses', () => {
    expect(sumOf(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(sumOf([1e16, 1, 1e-16, -1e16])).toBe(1);
    expect(sumOf([1, 2 ** -53, 2 ** -106])).toBe(1 + 2 ** -52);
    expect(sumOf([1, 2 ** -53])).toBe(1);
    expect(sumOf([])).toBe(0);
  });

  it('is the same in every order, and from parts that were summed apart', () => {
    const numbers = fc.array(fc.double({ noNaN: true, min: -1e200, max: 1e200 }), { maxLength: 30 });
    fc.assert(
      fc.property(numbers, fc.nat(), (given, seed) => {
        const whole = sumOf(given);
        expect(sumOf(shuffled(given, seed))).toBe(whole);
        const [first, second]: [number[], number[]] = [[], []];
        for (const [index, each] of given.entries()) addExactly(index % 3 ? first : second, each);
        for (const part of second) addExactly(first, part);
        expect(exactSum(first)).toBe(whole);
      }),
      { numRuns: 50 },
    );
  });
});

describe('means of clusters', () => {
  const unequal: Cluster[] = [
    { n: 4, sum: 4 },
    { n: 1, sum: 0 },
  ];

  it('weigh units or clusters, which is the same where each has as many', () => {
    expect(meanOfUnits(unequal)?.mean).toBe(0.8);
    expect(meanOfClusterMeans(unequal)?.mean).toBe(0.5);
    const equal = [4, 2, 3, 0].map((sum) => ({ n: 4, sum }));
    const { mean = Number.NaN, standardError } = meanOfUnits(equal) ?? {};
    expect(meanOfClusterMeans(equal)?.mean).toBeCloseTo(mean, 14);
    expect(meanOfClusterMeans(equal)?.standardError).toBeCloseTo(standardError ?? Number.NaN, 14);
  });

  it('have no standard error of one cluster, and nothing of none', () => {
    expect(meanOfClusterMeans([{ n: 3, sum: 2 }])).toMatchObject({ mean: 2 / 3, standardError: null });
    expect(meanOfClusterMeans([])).toBeUndefined();
  });

  it('count for as many units as they are independent', () => {
    expect(effectiveUnits([1, 1, 1].map((n) => ({ n, sum: 0 })))).toBe(3);
    expect(effectiveUnits([4, 4].map((n) => ({ n, sum: 0 })))).toBe(2);
    expect(effectiveUnits(unequal)).toBeCloseTo(25 / 17, 14);
    expect(effectiveUnits([])).toBe(0);
  });
});

describe('pass@k and pass^k', () => {
  it('stay chances where no coefficient is a number any more', () => {
    expect(passHatK(100_000, 50_000, 3)).toBeCloseTo(0.125, 4);
    expect(passAtK(100_000, 10, 50_000)).toBeCloseTo(1 - 2 ** -10, 4);
    expect(passHatK(5000, 4999, 2500)).toBeCloseTo(0.5, 12);
  });

  it('fall and rise with k, and are both the rate at k = 1', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (a, b) => {
        const [n, c] = [Math.max(a, b, 1), Math.min(a, b)];
        expect(passHatK(n, c, 1)).toBeCloseTo(c / n, 14);
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 14);
        for (let k = 2; k <= n; k++) {
          expect(passHatK(n, c, k) ?? 2).toBeLessThanOrEqual(passHatK(n, c, k - 1) ?? -1);
          expect(passAtK(n, c, k) ?? -1).toBeGreaterThanOrEqual((passAtK(n, c, k - 1) ?? 2) - 1e-15);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('of no trials do not exist', () => {
    expect([passAtK(0, 0, 1), passHatK(3, 2, 0)]).toEqual([null, null]);
  });
});

describe('exact figures of proportions', () => {
  it('contain the interval of Wilson near the ends, and meet the one-sided bound at 90 %', () => {
    expect(clopperPearson(0, 30)?.high).toBeGreaterThan(wilson(0, 30)?.high ?? 1);
    expect(clopperPearson(0, 30, 0.9)?.high).toBeCloseTo(upperBoundOfNone(30), 12);
  });

  it('hold for a million trials', () => {
    const { low = 1, high = 0 } = clopperPearson(420_000, 1_000_000) ?? {};
    const around = wilson(420_000, 1_000_000);
    expect([low, high]).toEqual([
      expect.closeTo(around?.low ?? Number.NaN, 5),
      expect.closeTo(around?.high ?? Number.NaN, 5),
    ]);
  });

  it('are what the tails say', () => {
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
    expect([binomialCdf(-1, 3, 0.5), binomialCdf(3, 3, 0.5), binomialCdf(1, 3, 0)]).toEqual([0, 1, 1]);
    expect(binomialCoefficient(2000, 1000)).toBe(Number.POSITIVE_INFINITY);
    expect(binomialCoefficient(5, -1)).toBe(0);
    expect(normalQuantile(1e-20)).toBeCloseTo(-9.26234008979841, 12);
  });
});
