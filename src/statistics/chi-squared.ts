import { upperGamma } from './incomplete-gamma.ts';

/** The probability of a value above `x` in the chi-squared distribution with `df` >= 1 degrees of freedom. */
export function chiSquaredSurvival(x: number, df: number): number {
  return upperGamma(df / 2, x / 2);
}
