import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapMean } from './bootstrap-mean.ts';
import { mean } from './moments.ts';
import { resampleMeans } from './resample-means.ts';
import { seedFromText } from './seed.ts';
import { boundedIntegers, xoshiro128 } from './xoshiro128.ts';

/** A generator that gives the listed words. */
const listed = (words: number[]) => () => words.shift() ?? 0;

describe('bounded integers', () => {
  it('draw again where a word would favour small numbers', () => {
    const draw = boundedIntegers(listed([2 ** 32 - 1, 2 ** 32 - 2, 7]), 3);
    // 2^32 - 1 is the last multiple of 3.
    expect([draw(), draw()]).toEqual([(2 ** 32 - 2) % 3, 1]);
  });

  it('are each as likely, up to the largest bound', () => {
    const draw = boundedIntegers(xoshiro128(3), 5);
    const counts = [0, 0, 0, 0, 0];
    for (let drawn = 0; drawn < 5000; drawn++) {
      const value = draw();
      counts[value] = (counts[value] ?? 0) + 1;
    }
    // Chi-squared with 4 degrees of freedom: 18.5 is passed once in a thousand seeds.
    expect(counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)).toBeLessThan(18.5);
    expect(boundedIntegers(listed([2 ** 32 - 1]), 2 ** 32)()).toBe(2 ** 32 - 1);
    expect(boundedIntegers(listed([2 ** 32 - 1]), 1)()).toBe(0);
  });
});

describe('a seed', () => {
  it('is what the text says, and a number of 32 bits', () => {
    // SHA-256 of nothing begins with e3b0c442.
    expect(seedFromText('')).toBe(0xe3b0c442);
    expect(seedFromText('a:b')).not.toBe(seedFromText('a:c'));
  });
});

describe('the bootstrap of a mean', () => {
  const values = fc.array(fc.double({ noNaN: true, min: -10, max: 10 }), { minLength: 2, maxLength: 12 });

  it('lies within the values, grows with its level and turns round with the arms', () => {
    fc.assert(
      fc.property(values, fc.nat(), (given, seed) => {
        const found = bootstrapMean(given, { seed, resamples: 200 });
        const wide = bootstrapMean(given, { seed, resamples: 200 }, 0.99);
        const turned = bootstrapMean(
          given.map((each) => -each),
          { seed, resamples: 200 },
        );
        const { low = 0, high = 0 } = found?.percentile ?? {};
        expect(low).toBeGreaterThanOrEqual(Math.min(...given) - 1e-12);
        expect(high).toBeLessThanOrEqual(Math.max(...given) + 1e-12);
        expect(wide?.percentile.low).toBeLessThanOrEqual(low);
        expect(wide?.percentile.high).toBeGreaterThanOrEqual(high);
        expect(turned?.percentile).toMatchObject({ low: expect.closeTo(-high, 9), high: expect.closeTo(-low, 9) });
        expect(turned?.bca?.z0 ?? 0).toBeCloseTo(-(found?.bca?.z0 ?? 0), 9);
        expect(turned?.bca?.acceleration ?? 0).toBeCloseTo(-(found?.bca?.acceleration ?? 0), 9);
      }),
      { numRuns: 25 },
    );
  });

  it('draws one resample after another: more resamples begin with the same ones', () => {
    const first = resampleMeans([1, 2, 4, 8], { seed: 9, resamples: 5 });
    expect([...resampleMeans([1, 2, 4, 8], { seed: 9, resamples: 50 }).subarray(0, 5)]).toEqual([...first]);
    expect([...resampleMeans([1, 2, 4, 8], { seed: 10, resamples: 5 })]).not.toEqual([...first]);
  });

  it('moves against the skew of the values', () => {
    const skewed = [0, 0, 0, 0, 0, 0, 0, 0.1, 0.2, 0.3, 2, 5];
    const { percentile, bca } = bootstrapMean(skewed, { seed: 1, resamples: 2000 }) ?? {};
    expect(bca?.acceleration).toBeGreaterThan(0);
    expect(bca?.interval.low).toBeGreaterThan(percentile?.low ?? 1);
    expect(bca?.interval.high).toBeGreaterThan(percentile?.high ?? 9);
    expect(bca?.interval.low).toBeLessThan(mean(skewed));
  });

  it('has no corrected interval where values do not vary, or where all resamples lie on one side', () => {
    const tenths = [0.3 - 0.2, 0.4 - 0.3, 0.9 - 0.8, 0.1];
    expect(bootstrapMean(tenths, { seed: 1, resamples: 20 })?.bca).toBeNull();
    expect(bootstrapMean([0, 0, 0, 0, 0, 0, 0, 100], { seed: 1, resamples: 1 })).toMatchObject({
      standardError: null,
      bca: null,
    });
    expect(bootstrapMean([1], { seed: 1, resamples: 9 })).toMatchObject({ standardError: 0, bca: null });
    expect(bootstrapMean([], { seed: 1, resamples: 9 })).toBeUndefined();
    expect(bootstrapMean([1, 2], { seed: 1, resamples: 0 })).toBeUndefined();
  });

  it('finds resamples with the mean of large values as equal to it', () => {
    const small = [1, 2, 4, 5, 7];
    const large = small.map((each) => each * 1e8 + 0.1);
    const [one, other] = [small, large].map((each) => bootstrapMean(each, { seed: 4, resamples: 300 })?.bca?.z0);
    expect(other).toBe(one);
  });
});
