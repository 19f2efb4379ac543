import { binomialCdf, binomialCoefficient } from './binomial.ts';
import { logGamma } from './log-gamma.ts';

/** Up to here every coefficient is a number, and those below 2^53 are exact: so are then the chances. */
const MOST_COUNTED = 1000;

/** The probability of exactly `k` heads in `n` throws of a fair coin. */
export function fairCoinPmf(k: number, n: number): number {
  if (k < 0 || k > n) return 0;
  if (n <= MOST_COUNTED) return binomialCoefficient(n, k) * 0.5 ** n;
  return Math.exp(logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1) - n * Math.LN2);
}

/** The probability of at most `k` heads in `n` throws of a fair coin. */
export function fairCoinCdf(k: number, n: number): number {
  if (n > MOST_COUNTED || k >= n) return binomialCdf(k, n, 0.5);
  let [ways, sum] = [1, 0];
  for (let heads = 0; heads <= k; heads++) {
    sum += ways;
    ways = (ways * (n - heads)) / (heads + 1);
  }
  return Math.min(1, sum * 0.5 ** n);
}
