import { boundedIntegers, xoshiro128 } from './xoshiro128.ts';

/** How a bootstrap is drawn: the same seed gives the same draws everywhere. */
export interface Resampling {
  readonly seed: number;
  readonly resamples: number;
}

/**
 * The means of `resamples` samples with replacement, each as large as the given one (at least one number), in the order
 * in which they are drawn: one resample after another, from the values in their order.
 */
export function resampleMeans(values: readonly number[], { seed, resamples }: Resampling): Float64Array {
  const given = Float64Array.from(values);
  const n = given.length;
  const draw = boundedIntegers(xoshiro128(seed), n);
  return new Float64Array(resamples).map(() => {
    let sum = 0;
    for (let drawn = 0; drawn < n; drawn++) sum += given[draw()] ?? 0;
    return sum / n;
  });
}
