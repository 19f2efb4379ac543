import { logGamma } from './log-gamma.ts';

const STEPS = 100_000;
const PRECISION = 1e-16;

/**
 * The regularised upper incomplete gamma function Q(a, x), for a of at least 0.5: 1 at x = 0, 0 far out. Sources:
 * Abramowitz and Stegun 6.5.29 (series) and 6.5.31 (continued fraction).
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const factor = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - factor * series(a, x) : factor * continuedFraction(a, x);
}

function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n <= STEPS && term > sum * PRECISION; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** By Lentz's method. Here x is above a + 1, so no denominator comes near zero. */
function continuedFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.MAX_VALUE;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n <= STEPS; n++) {
    const numerator = n * (a - n);
    b += 2;
    d = 1 / (b + numerator * d);
    c = b + numerator / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return value;
}
