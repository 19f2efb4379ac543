import { studentTQuantile } from './student-t.ts';

/** An interval with the method that made it. */
export interface Interval {
  readonly method: string;
  /** Confidence level, such as 0.95. */
  readonly level: number;
  readonly low: number;
  readonly high: number;
}

/** Standard normal quantile of 0.975. */
const Z = 1.959963984540054;
const LEVEL = 0.95;

/** Wilson score interval of a proportion at 95 %. Undefined for no trials. Source: Wilson 1927. */
export function wilson(successes: number, trials: number): Interval | undefined {
  if (trials <= 0) return undefined;
  const p = successes / trials;
  const z2 = Z * Z;
  const centre = (p + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (Z / (1 + z2 / trials)) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials));
  const low = successes === 0 ? 0 : Math.max(0, centre - half);
  const high = successes === trials ? 1 : Math.min(1, centre + half);
  return { method: 'wilson', level: LEVEL, low, high };
}

/** With fewer, a t interval of few and skewed scores covers the mean far less often than it says. */
const FEWEST_DIFFERING = 6;

/**
 * The t interval of a mean at 95 %, of numbers in ascending order. Undefined where fewer than six of them differ from
 * the most common one: such an interval would claim more than it holds. Source: Student 1908.
 */
export function tInterval(sorted: readonly number[]): Interval | undefined {
  const n = sorted.length;
  if (n - mostCommon(sorted) < FEWEST_DIFFERING) return undefined;
  const mean = sorted.reduce((sum, each) => sum + each, 0) / n;
  const variance = sorted.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (n - 1);
  const half = studentTQuantile((1 + LEVEL) / 2, n - 1) * Math.sqrt(variance / n);
  return Number.isFinite(half) ? { method: 't', level: LEVEL, low: mean - half, high: mean + half } : undefined;
}

/** An interval without what lies outside of the values that there can be; its method then says so. */
export function clipped(interval: Interval, [least, most]: readonly [number, number | null]): Interval {
  const low = Math.max(interval.low, least);
  const high = Math.min(interval.high, most ?? Number.POSITIVE_INFINITY);
  if (low === interval.low && high === interval.high) return interval;
  return { ...interval, method: `${interval.method}_clipped`, low, high };
}

/** How often the most common of numbers in ascending order occurs. */
function mostCommon(sorted: readonly number[]): number {
  let most = 0;
  let run = 0;
  for (const [index, each] of sorted.entries()) {
    run = each === sorted[index - 1] ? run + 1 : 1;
    most = Math.max(most, run);
  }
  return most;
}
