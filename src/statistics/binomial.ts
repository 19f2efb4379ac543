import { regularizedBeta } from './incomplete-beta.ts';

/** In how many ways `k` of `n` can be chosen; 0 where there are not so many. Infinity where no number holds it. */
export function binomialCoefficient(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let taken = 1; taken <= Math.min(k, n - k); taken++) ways = (ways * (n - taken + 1)) / taken;
  return Number.isSafeInteger(Math.round(ways)) ? Math.round(ways) : ways;
}

/** The probability of at most `k` successes in `n` trials, each a success with probability `p`. */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return regularizedBeta(1 - p, p, n - k, k + 1);
}
