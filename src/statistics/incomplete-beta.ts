import { logGamma } from './log-gamma.ts';

const STEPS = 100_000;
const PRECISION = 1e-15;

/**
 * The regularised incomplete beta function at x, for a and b of at least 0.5; `rest` is 1 - x, given apart as it can be
 * too small to subtract.
 */
export function regularizedBeta(x: number, rest: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const factor = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(rest));
  if (x < (a + 1) / (a + b + 2)) return (factor * continuedFraction(x, a, b)) / a;
  return 1 - (factor * continuedFraction(rest, b, a)) / b;
}

/** The continued fraction of the incomplete beta function, by Lentz's method. Source: Abramowitz and Stegun 26.5.8. */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    const change = d * c;
    value *= change;
    if (Math.abs(change - 1) < PRECISION) break;
  }
  return value;
}

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
