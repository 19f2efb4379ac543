import { betaQuantile } from './beta.ts';
import { normalQuantile } from './normal.ts';
import { studentTQuantile } from './student-t.ts';

/** An interval with the method that made it. */
export interface Interval {
  readonly method: string;
  /** Confidence level, such as 0.95. */
  readonly level: number;
  readonly low: number;
  readonly high: number;
}

/** The level of every interval that is shown. */
export const LEVEL = 0.95;

/**
 * Wilson score interval of a proportion. Undefined for no trials. Neither count has to be whole: trials that depend on
 * each other count as fewer. Source: Wilson 1927.
 */
export function wilson(successes: number, trials: number, level = LEVEL): Interval | undefined {
  if (trials <= 0) return undefined;
  const z = normalQuantile((1 + level) / 2);
  const p = successes / trials;
  const z2 = z * z;
  const centre = (p + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (z / (1 + z2 / trials)) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials));
  const low = successes === 0 ? 0 : Math.max(0, centre - half);
  const high = successes === trials ? 1 : Math.min(1, centre + half);
  return { method: 'wilson', level, low, high };
}

/**
 * The exact interval of a proportion, which is never too narrow. Undefined for no trials. Source: Clopper and Pearson
 * 1934.
 */
export function clopperPearson(successes: number, trials: number, level = LEVEL): Interval | undefined {
  if (trials <= 0) return undefined;
  const tail = (1 - level) / 2;
  const low = successes === 0 ? 0 : betaQuantile(tail, successes, trials - successes + 1);
  const high = successes === trials ? 1 : betaQuantile(1 - tail, successes + 1, trials - successes);
  return { method: 'clopper_pearson', level, low, high };
}

/** The highest rate that none in `trials` (at least 1) leaves possible, one-sided: 1 - alpha^(1/n). */
export function upperBoundOfNone(trials: number, level = LEVEL): number {
  return -Math.expm1(Math.log1p(-level) / trials);
}

/** With fewer, a t interval of few and skewed scores covers the mean far less often than it says. */
const FEWEST_DIFFERING = 6;

/**
 * The t interval of a mean at 95 %, of numbers in ascending order. Undefined where fewer than six of them differ from
 * the most common one: such an interval would claim more than it holds. Source: Student 1908.
 */
export function tInterval(sorted: readonly number[]): Interval | undefined {
  const n = sorted.length;
  if (!differEnough(sorted)) return undefined;
  const mean = sorted.reduce((sum, each) => sum + each, 0) / n;
  const variance = sorted.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (n - 1);
  return tAround(mean, Math.sqrt(variance / n), n - 1);
}

/** The t interval around an estimate with its standard error; undefined where no number holds it. */
export function tAround(estimate: number, standardError: number, df: number, level = LEVEL): Interval | undefined {
  const half = studentTQuantile((1 + level) / 2, df) * standardError;
  return Number.isFinite(half) ? { method: 't', level, low: estimate - half, high: estimate + half } : undefined;
}

/** Whether numbers in ascending order differ enough for a t interval: at least six from the most common one. */
export function differEnough(sorted: readonly number[]): boolean {
  return sorted.length - mostCommon(sorted) >= FEWEST_DIFFERING;
}

/** An interval without what lies outside of the values that there can be; its method then says so. */
export function clipped<T extends Interval>(interval: T, [least, most]: readonly [number, number | null]): T {
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
