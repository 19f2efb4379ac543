import { type Interval, LEVEL } from './interval.ts';
import { normalQuantile } from './normal.ts';
import { type PairedCounts, pairsOf } from './paired-counts.ts';

/**
 * The adjusted Wald interval of treatment less baseline over pairs, with one added to each kind of pair that differs;
 * cut to [-1, 1]. Undefined without pairs. Source: Bonett and Price 2012.
 */
export function bonettPrice(counts: PairedCounts, level = LEVEL): Interval | undefined {
  const n = pairsOf(counts);
  if (n === 0) return undefined;
  const [b, c] = [(counts.treatmentOnly + 1) / (n + 2), (counts.baselineOnly + 1) / (n + 2)];
  const centre = b - c;
  const half = normalQuantile((1 + level) / 2) * Math.sqrt((b + c - centre * centre) / (n + 2));
  return { method: 'bonett_price', level, low: Math.max(-1, centre - half), high: Math.min(1, centre + half) };
}
