import { type Interval, LEVEL } from './interval.ts';
import { allAlike, mean, SAME, sumOf } from './moments.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { quantile } from './quantile.ts';
import { type Resampling, resampleMeans } from './resample-means.ts';

/** The bias-corrected and accelerated part of a bootstrap: bias, acceleration, the levels read instead, the interval. */
export interface BiasCorrected {
  readonly z0: number;
  readonly acceleration: number;
  readonly levels: readonly [low: number, high: number];
  readonly interval: Interval;
}

/** A mean and how it varies when tasks are drawn anew. */
export interface BootstrapMean {
  readonly estimate: number;
  /** Null for a single resample. */
  readonly standardError: number | null;
  readonly percentile: Interval;
  /** Null where the values do not vary, or all resamples lie on one side of the estimate. */
  readonly bca: BiasCorrected | null;
}

/**
 * The bootstrap of a mean over independent units, such as the differences of tasks (never of trials): the percentile
 * and the BCa interval. Undefined for no values or no resamples. Below 30 units both are too narrow. Sources: Efron
 * 1979, 1987.
 */
export function bootstrapMean(
  values: readonly number[],
  resampling: Resampling,
  level = LEVEL,
): BootstrapMean | undefined {
  if (values.length === 0 || resampling.resamples < 1) return undefined;
  const estimate = mean(values);
  const means = resampleMeans(values, resampling).sort();
  const percentile = intervalAt(means, [(1 - level) / 2, (1 + level) / 2], { method: 'bootstrap_percentile', level });
  const bca = biasCorrected(values, estimate, means, level);
  return { estimate, standardError: deviation(means), percentile, bca };
}

function biasCorrected(
  values: readonly number[],
  estimate: number,
  means: Float64Array,
  level: number,
): BiasCorrected | null {
  const slack = SAME * Math.max(1, Math.abs(estimate));
  let below = 0;
  for (const each of means) below += each < estimate - slack ? 1 : each <= estimate + slack ? 0.5 : 0;
  const acceleration = accelerationOf(values);
  if (below === 0 || below === means.length || acceleration === null) return null;
  const z0 = normalQuantile(below / means.length);
  const z = normalQuantile((1 + level) / 2);
  // So strong a skew leaves no level to read.
  if (Math.min(1 - acceleration * (z0 - z), 1 - acceleration * (z0 + z)) <= 0) return null;
  const shifted = (side: number): number => normalCdf(z0 + (z0 + side) / (1 - acceleration * (z0 + side)));
  const levels = [shifted(-z), shifted(z)] as const;
  return { z0, acceleration, levels, interval: intervalAt(means, levels, { method: 'bootstrap_bca', level }) };
}

/** Σu³/(6(Σu²)^1.5) over the means that leave one out; null where these are all the same. */
function accelerationOf(values: readonly number[]): number | null {
  if (allAlike(values)) return null;
  const [total, n] = [sumOf(values), values.length];
  const without = values.map((value) => (total - value) / (n - 1));
  const centre = mean(without);
  const [squares, cubes] = [2, 3].map((power) => sumOf(without.map((each) => (centre - each) ** power)));
  return (cubes ?? 0) / (6 * (squares ?? 0) ** 1.5);
}

function intervalAt(
  sorted: Float64Array,
  [low, high]: readonly [number, number],
  named: Pick<Interval, 'method' | 'level'>,
): Interval {
  return { ...named, low: quantile(sorted, low) ?? Number.NaN, high: quantile(sorted, high) ?? Number.NaN };
}

function deviation(means: Float64Array): number | null {
  if (means.length < 2) return null;
  const centre = means.reduce((sum, each) => sum + each, 0) / means.length;
  return Math.sqrt(means.reduce((sum, each) => sum + (each - centre) ** 2, 0) / (means.length - 1));
}
