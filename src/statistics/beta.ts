import { regularizedBeta } from './incomplete-beta.ts';

/** The quantile of the beta distribution at `p` in [0, 1], for `a` and `b` of at least 0.5. */
export function betaQuantile(p: number, a: number, b: number): number {
  if (p <= 0) return 0;
  if (p >= 1) return 1;
  let low = 0;
  let high = 1;
  // Halving ends where no number lies between, as for the t distribution.
  for (let middle = 0.5; middle > low && middle < high; middle = (low + high) / 2) {
    if (regularizedBeta(middle, 1 - middle, a, b) < p) low = middle;
    else high = middle;
  }
  return high;
}
