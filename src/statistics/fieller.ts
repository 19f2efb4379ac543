import { type Interval, LEVEL } from './interval.ts';
import { centredProducts, mean } from './moments.ts';
import { studentTQuantile } from './student-t.ts';

/** A ratio of means with its interval. */
export interface RatioOfMeans {
  /** Null where the mean of the denominators is 0. */
  readonly ratio: number | null;
  /** How unsure the denominator is: from 1 on it cannot be told from 0. */
  readonly g: number | null;
  readonly interval: Interval | null;
  /** `fieller_unbounded`: the denominator cannot be told from 0, so that no ratio is excluded. */
  readonly reason: 'fieller_unbounded' | null;
}

/**
 * The ratio of two means over the same tasks (numerator over denominator of each, at the same place), such as costs of
 * treatment and baseline, with Fieller's interval by the t distribution. Undefined for fewer than two tasks, and where
 * one list is longer. Source: Fieller 1954.
 */
export function fieller(
  numerator: readonly number[],
  denominator: readonly number[],
  level = LEVEL,
): RatioOfMeans | undefined {
  const n = numerator.length;
  if (n < 2 || denominator.length !== n) return undefined;
  const [x, y] = [mean(numerator), mean(denominator)];
  const t2 = studentTQuantile((1 + level) / 2, n - 1) ** 2;
  const scaled = (a: readonly number[], b: readonly number[]): number => (t2 * centredProducts(a, b)) / (n * (n - 1));
  const spread = scaled(denominator, denominator);
  const ratio = y === 0 ? null : x / y;
  const g = y === 0 ? null : spread / (y * y);
  const a = y * y - spread;
  if (a <= 0) return { ratio, g, interval: null, reason: 'fieller_unbounded' };
  const b = x * y - scaled(numerator, denominator);
  const c = x * x - scaled(numerator, numerator);
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  const interval = { method: 'fieller', level, low: (b - root) / a, high: (b + root) / a };
  return { ratio, g, interval, reason: null };
}
