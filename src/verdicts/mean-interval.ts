import type { ExactFigure, IntervalFigure } from '../results/metric-summary.ts';
import {
  type Cluster,
  type ClusteredMean,
  effectiveUnits,
  meanOfClusterMeans,
  meanOfUnits,
} from '../statistics/clustered.ts';
import {
  clipped,
  clopperPearson,
  differEnough,
  tAround,
  tInterval,
  upperBoundOfNone,
  wilson,
} from '../statistics/interval.ts';
import type { ClusterTally, ClusterUnit } from './cluster-tally.ts';

/** What kind of scores a metric gives. */
export interface ScoreKind {
  /** Whether they say yes or no, so that their mean is a proportion. */
  readonly isRate: boolean;
  /** The least and the greatest score that is to be expected; null where nothing limits it. */
  readonly range: readonly [number, number | null];
}

/** The interval of a mean, or why there is none. */
export type MeanInterval =
  | { readonly interval: IntervalFigure; readonly interval_reason: null }
  | { readonly interval: null; readonly interval_reason: string };

/**
 * The interval of a mean of scores in ascending order. Where units share clusters it goes by the clusters; else it is
 * Wilson's for a proportion, and Student's for other scores.
 */
export function meanInterval(sorted: readonly number[], tally: ClusterTally, kind: ScoreKind): MeanInterval {
  if (sorted.length === 0) return without('nothing_scored');
  const range = rangeOf(sorted, kind);
  const isProportion = kind.isRate && isBinary(sorted);
  if (!tally.isSingle) return clusteredInterval(tally.clusters(), tally.unit, { isProportion, range });
  if (isProportion) return found(wilson(sorted.filter((score) => score === 1).length, sorted.length));
  const interval = tInterval(sorted);
  return found(interval && clipped(interval, range));
}

/**
 * The interval of a mean over clusters. Tasks weigh the same, however many trials each has; the units of sessions do.
 * Student's t with g-1 degrees of freedom where the clusters differ enough. A proportion that they hardly differ in
 * has Wilson's interval with the clusters in place of the units, as if the units of one said nothing new.
 */
export function clusteredInterval(
  clusters: readonly Cluster[],
  unit: ClusterUnit,
  { isProportion, range }: { readonly isProportion: boolean; readonly range: ScoreKind['range'] },
): MeanInterval {
  const g = clusters.length;
  const byTask = unit === 'task';
  const centre = byTask ? meanOfClusterMeans(clusters) : meanOfUnits(clusters);
  if (!centre) return without('nothing_scored');
  if (centre.standardError === null) return without(unit === 'task' ? 'one_task' : 'one_session');
  const means = clusters.map(({ n, sum }) => sum / n).sort((a, b) => a - b);
  const about = aboutClusters(centre, unit, g);
  if (differEnough(means)) {
    const interval = tAround(centre.mean, centre.standardError, g - 1);
    return found(interval && clipped({ ...interval, method: `${unit}_clustered_t`, ...about }, range));
  }
  if (!isProportion) return without('too_few_different_scores');
  const trials = byTask ? g : effectiveUnits(clusters);
  const interval = wilson(centre.mean * trials, trials);
  const { estimate, clusters: counted } = about;
  return found(interval && { ...interval, method: `wilson_over_${unit}s`, estimate, clusters: counted });
}

/** The exact interval of a proportion, with the one-sided bound where all or none succeeded; null for other means. */
export function exactInterval(sorted: readonly number[], tally: ClusterTally): ExactFigure | null {
  if (sorted.length === 0 || !isBinary(sorted)) return null;
  const clusters = tally.clusters();
  // Clusters that are of one mind are the trials; with others there is no exact interval.
  const counted = tally.isSingle ? sorted : clusters.map(({ n, sum }) => sum / n);
  const isUniform = sorted[0] === sorted.at(-1);
  if (!isBinary(counted) || !(tally.isSingle || tally.unit === 'task' || isUniform)) return null;
  const successes = counted.filter((share) => share === 1).length;
  const n = counted.length;
  const interval = clopperPearson(successes, n);
  if (!interval) return null;
  const bound = upperBoundOfNone(n);
  if (successes === 0) return { ...interval, n, one_sided: { side: 'upper', bound } };
  return { ...interval, n, ...(successes === n && { one_sided: { side: 'lower', bound: 1 - bound } }) };
}

/** Whether every score says yes or no. */
export function isBinary(scores: readonly number[]): boolean {
  return scores.every((score) => score === 0 || score === 1);
}

/** Scores that lie outside of what was expected are not to be cut to it. */
function rangeOf(sorted: readonly number[], { range }: ScoreKind): ScoreKind['range'] {
  const [least, most] = range;
  const isWithin = (sorted[0] ?? least) >= least && (most === null || (sorted.at(-1) ?? most) <= most);
  return isWithin ? range : [Number.NEGATIVE_INFINITY, null];
}

function aboutClusters(
  { mean, standardError }: ClusteredMean,
  unit: ClusterUnit,
  count: number,
): Required<Pick<IntervalFigure, 'estimate' | 'standard_error' | 'clusters'>> {
  return { estimate: mean, standard_error: standardError ?? 0, clusters: { unit, count } };
}

function found(interval: IntervalFigure | undefined): MeanInterval {
  return interval ? { interval, interval_reason: null } : without('too_few_different_scores');
}

function without(reason: string): MeanInterval {
  return { interval: null, interval_reason: reason };
}
