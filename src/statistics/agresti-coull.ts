import { type Interval, LEVEL } from './interval.ts';
import { normalQuantile } from './normal.ts';

/**
 * The Agresti-Coull interval of a proportion, cut to [0, 1]: the plain normal interval around the centre of Wilson's.
 * Undefined for no trials. Source: Agresti and Coull 1998.
 */
export function agrestiCoull(successes: number, trials: number, level = LEVEL): Interval | undefined {
  if (trials <= 0) return undefined;
  const z = normalQuantile((1 + level) / 2);
  const n = trials + z * z;
  const p = (successes + (z * z) / 2) / n;
  const half = z * Math.sqrt((p * (1 - p)) / n);
  return { method: 'agresti_coull', level, low: Math.max(0, p - half), high: Math.min(1, p + half) };
}
