import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialCdf } from './binomial.ts';
import { chiSquaredSurvival } from './chi-squared.ts';
import { fairCoinCdf, fairCoinPmf } from './fair-coin.ts';
import { upperGamma } from './incomplete-gamma.ts';
import { normalCdf, normalQuantile } from './normal.ts';

describe('the normal distribution', () => {
  it('gives back the probability of its quantiles, far out too', () => {
    for (const p of [1e-300, 1e-20, 1e-6, 0.1, 0.5, 0.8, 0.999])
      expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 12);
  });

  it('is symmetric and rises', () => {
    const number = fc.double({ noNaN: true, min: -40, max: 40 });
    fc.assert(
      fc.property(number, number, (x, y) => {
        expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 14);
        expect(Math.sign(normalCdf(x) - normalCdf(y)) * Math.sign(x - y)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 50 },
    );
    expect([-1 / 0, 1 / 0].map(normalCdf)).toEqual([0, 1]);
  });
});

describe('the chi-squared distribution', () => {
  it('is exponential with two degrees of freedom, and that of a squared normal number with one', () => {
    for (const x of [1e-9, 0.3, 2, 9, 80]) {
      expect(chiSquaredSurvival(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 12);
      expect(chiSquaredSurvival(x, 1) / (2 * normalCdf(-Math.sqrt(x)))).toBeCloseTo(1, 12);
    }
  });

  it('leaves all above 0 and nothing at infinity', () => {
    expect([chiSquaredSurvival(0, 3), chiSquaredSurvival(Number.POSITIVE_INFINITY, 3)]).toEqual([1, 0]);
  });

  it('meets where the series ends and the fraction begins', () => {
    for (const a of [0.5, 3, 50, 5000])
      expect(upperGamma(a, a + 1) - upperGamma(a, (a + 1) * (1 - 1e-13))).toBeCloseTo(0, 10);
    // Half of a large number of degrees of freedom lies below it, and a little more.
    expect(chiSquaredSurvival(1e6, 1e6)).toBeCloseTo(0.5, 3);
  });
});

describe('the chances of a fair coin', () => {
  it('add up to the cumulative ones, those of any binomial distribution', () => {
    for (const n of [1, 7, 40]) {
      let sum = 0;
      for (let k = 0; k <= n; k++) {
        sum += fairCoinPmf(k, n);
        expect(fairCoinCdf(k, n)).toBe(sum);
        expect(binomialCdf(k, n, 0.5)).toBeCloseTo(sum, 12);
      }
    }
    expect([fairCoinPmf(-1, 3), fairCoinPmf(4, 3), fairCoinCdf(-1, 3), fairCoinCdf(4, 3)]).toEqual([0, 0, 0, 1]);
  });

  it('are the same whether they are counted or computed', () => {
    for (const n of [999, 1000, 1001, 1002]) {
      expect(fairCoinCdf(480, n)).toBeCloseTo(binomialCdf(480, n, 0.5), 10);
      expect(fairCoinCdf(480, n) - fairCoinCdf(479, n)).toBeCloseTo(fairCoinPmf(480, n), 10);
    }
    expect(fairCoinPmf(5000, 10_000)).toBeCloseTo(Math.sqrt(2 / (Math.PI * 10_000)), 6);
  });
});
