import { type Interval, LEVEL } from './interval.ts';
import { normalQuantile } from './normal.ts';
import { type PairedCounts, pairsOf } from './paired-counts.ts';

/**
 * The Wald interval of treatment less baseline over pairs, with a half added to each cell; cut to [-1, 1]. Undefined
 * without pairs. Source: Agresti and Min 2005.
 */
export function agrestiMin(counts: PairedCounts, level = LEVEL): Interval | undefined {
  if (pairsOf(counts) === 0) return undefined;
  const n = pairsOf(counts) + 2;
  const [b, c] = [counts.treatmentOnly + 0.5, counts.baselineOnly + 0.5];
  const centre = (b - c) / n;
  const half = (normalQuantile((1 + level) / 2) * Math.sqrt(b + c - (b - c) ** 2 / n)) / n;
  return { method: 'agresti_min', level, low: Math.max(-1, centre - half), high: Math.min(1, centre + half) };
}
