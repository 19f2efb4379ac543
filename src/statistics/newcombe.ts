import { type Interval, LEVEL, wilson } from './interval.ts';
import { type PairedCounts, pairedDifference, pairsOf } from './paired-counts.ts';

/** A proportion and how far its Wilson limits are away from it. */
interface Reach {
  readonly below: number;
  readonly above: number;
}

/**
 * The hybrid score interval of p1 - p2 for two groups that have nothing to do with each other. Undefined where a group
 * is empty. Source: Newcombe 1998 (independent proportions), method 10.
 */
export function newcombeIndependent(
  first: { readonly successes: number; readonly trials: number },
  second: { readonly successes: number; readonly trials: number },
  level = LEVEL,
): Interval | undefined {
  const [one, two] = [reach(first.successes, first.trials, level), reach(second.successes, second.trials, level)];
  if (one === undefined || two === undefined) return undefined;
  const difference = first.successes / first.trials - second.successes / second.trials;
  return around(difference, one, two, { phi: 0, level, method: 'newcombe_independent' });
}

/**
 * The hybrid score interval of treatment less baseline over pairs. Undefined without pairs. Source: Newcombe 1998
 * (paired proportions), method 10.
 */
export function newcombePaired(counts: PairedCounts, level = LEVEL): Interval | undefined {
  const n = pairsOf(counts);
  const difference = pairedDifference(counts);
  const treatment = reach(counts.bothSucceed + counts.treatmentOnly, n, level);
  const baseline = reach(counts.bothSucceed + counts.baselineOnly, n, level);
  if (difference === undefined || treatment === undefined || baseline === undefined) return undefined;
  return around(difference, treatment, baseline, { phi: correlation(counts), level, method: 'newcombe_paired' });
}

function reach(successes: number, trials: number, level: number): Reach | undefined {
  const interval = wilson(successes, trials, level);
  if (interval === undefined) return undefined;
  return { below: successes / trials - interval.low, above: interval.high - successes / trials };
}

function around(
  difference: number,
  one: Reach,
  two: Reach,
  { phi, level, method }: { phi: number; level: number; method: string },
): Interval {
  const low = difference - combined(one.below, two.above, phi);
  const high = difference + combined(one.above, two.below, phi);
  return { method, level, low: Math.max(-1, low), high: Math.min(1, high) };
}

function combined(a: number, b: number, phi: number): number {
  return Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
}

/** The correlation of the arms, with a correction for continuity where it is positive; 0 where an arm is constant. */
function correlation({ bothSucceed: a, treatmentOnly: b, baselineOnly: c, bothFail: d }: PairedCounts): number {
  const margins = Math.sqrt((a + b) * (c + d)) * Math.sqrt((a + c) * (b + d));
  if (margins === 0) return 0;
  const product = a * d - b * c;
  return (product > 0 ? Math.max(0, product - (a + b + c + d) / 2) : product) / margins;
}
