import { type Interval, LEVEL } from './interval.ts';
import { pairedT } from './paired-t.ts';

/**
 * The ratio of geometric means over the same tasks (numerator over denominator of each, at the same place) with its t
 * interval on the logarithms; null for an interval where the ratios do not vary. Undefined where a number is not above
 * 0, for no tasks, and where one list is longer.
 */
export function ratioOfGeometricMeans(
  numerator: readonly number[],
  denominator: readonly number[],
  level = LEVEL,
): { readonly ratio: number; readonly interval: Interval | null } | undefined {
  if (denominator.length !== numerator.length) return undefined;
  if (![...numerator, ...denominator].every((value) => value > 0)) return undefined;
  const logarithms = numerator.map((value, index) => Math.log(value) - Math.log(denominator[index] ?? Number.NaN));
  const found = pairedT(logarithms, level);
  if (found === undefined) return undefined;
  const { estimate, interval } = found;
  const high = Math.exp(interval?.high ?? 0);
  // A spread without measure has ends that no number holds.
  if (interval === null || !Number.isFinite(high)) return { ratio: Math.exp(estimate), interval: null };
  return { ratio: Math.exp(estimate), interval: { method: 't_log', level, low: Math.exp(interval.low), high } };
}
