import { regularizedBeta } from './incomplete-beta.ts';

/** The quantile of Student's t distribution at `p` in (0, 1) with `df` > 0 degrees of freedom. */
export function studentTQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentTQuantile(1 - p, df);
  let low = 0;
  let high = 1;
  while (studentTCdf(high, df) < p) {
    low = high;
    high *= 2;
  }
  // Halving ends where no number lies between: no derivative, nothing that can diverge.
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (studentTCdf(middle, df) < p) low = middle;
    else high = middle;
  }
  return high;
}

/** The probability of a value of at most `t` in Student's t distribution with `df` > 0 degrees of freedom. */
export function studentTCdf(t: number, df: number): number {
  const square = t * t;
  const tail = regularizedBeta(df / (df + square), square / (df + square), df / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}
