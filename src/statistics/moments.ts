import { addExactly, exactSum } from './exact-sum.ts';

/** The mean of at least one number. The order of the numbers makes no difference, not even in the last digit. */
export function mean(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

/** The sum of numbers, rounded once. 0 for none. */
export function sumOf(values: readonly number[]): number {
  const parts: number[] = [];
  for (const value of values) addExactly(parts, value);
  return exactSum(parts);
}

/** Σ(x-x̄)(y-ȳ) over pairs, of which there is at least one: of x with itself, the sum of squares around the mean. */
export function centredProducts(x: readonly number[], y: readonly number[]): number {
  const [meanX, meanY] = [mean(x), mean(y)];
  return sumOf(x.map((value, index) => (value - meanX) * ((y[index] ?? Number.NaN) - meanY)));
}

/** The variance of at least two numbers, with n - 1. */
export function sampleVariance(values: readonly number[]): number {
  return centredProducts(values, values) / (values.length - 1);
}

/** Two numbers that differ by no more than this are the same number, rounded in two ways. */
export const SAME = 1e-12;

/** True where no two numbers differ by more than rounding: such numbers have no variance that means anything. */
export function allAlike(values: readonly number[]): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return values.length === 0 || high - low <= SAME * Math.max(1, Math.abs(low), Math.abs(high));
}
