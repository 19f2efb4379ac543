import { type Interval, LEVEL } from './interval.ts';
import { allAlike, centredProducts, mean } from './moments.ts';
import { normalQuantile } from './normal.ts';

/** Items with a person's label and a judge's score at the same place, and scores of items without a label. */
export interface JudgedItems {
  readonly labels: readonly number[];
  readonly scores: readonly number[];
  readonly unlabeledScores: readonly number[];
}

/** A mean label over all items. */
export interface PredictionPoweredMean {
  /** How far the judge is trusted, from 0 (labels only) to 1. */
  readonly lambda: number;
  readonly estimate: number;
  readonly standardError: number;
  /** By the normal distribution: below 30 labels it describes only. */
  readonly interval: Interval;
}

/**
 * The mean that people would give, from a random sample of their labels and the scores of a judge, whose bias it takes
 * away. Where `lambda` is not given it is the one with the least variance (PPI++), cut to [0, 1]. Undefined without
 * labels, without other scores, and where labels and scores are not as many. Sources: Angelopoulos et al. 2023;
 * Angelopoulos, Duchi and Zrnic 2023.
 */
export function predictionPoweredMean(
  items: JudgedItems,
  { lambda: given, level = LEVEL }: { readonly lambda?: number; readonly level?: number } = {},
): PredictionPoweredMean | undefined {
  const { labels, scores, unlabeledScores } = items;
  const [n, others] = [labels.length, unlabeledScores.length];
  if (n === 0 || scores.length !== n || others === 0) return undefined;
  const lambda = given ?? bestLambda(items);
  const rest = labels.map((label, index) => label - lambda * (scores[index] ?? Number.NaN));
  const variance = (lambda ** 2 * varianceOf(unlabeledScores)) / others + varianceOf(rest) / n;
  return around(lambda * mean(unlabeledScores) + mean(rest), Math.sqrt(variance), lambda, level);
}

/** The mean of labels alone with Wald's interval, to compare with. Undefined without labels. */
export function meanOfLabels(labels: readonly number[], level = LEVEL): PredictionPoweredMean | undefined {
  if (labels.length === 0) return undefined;
  return around(mean(labels), Math.sqrt(varianceOf(labels) / labels.length), 0, level);
}

/** 0 where the judge gives everything the same score, which tells nothing. */
function bestLambda({ labels, scores, unlabeledScores }: JudgedItems): number {
  const all = [...scores, ...unlabeledScores];
  if (allAlike(all)) return 0;
  const covariance = centredProducts(labels, scores) / labels.length;
  const best = covariance / ((1 + labels.length / unlabeledScores.length) * varianceOf(all));
  return Math.min(1, Math.max(0, best));
}

function around(estimate: number, standardError: number, lambda: number, level: number): PredictionPoweredMean {
  const half = normalQuantile((1 + level) / 2) * standardError;
  const interval = { method: 'normal', level, low: estimate - half, high: estimate + half };
  return { lambda, estimate, standardError, interval };
}

/** Divided by their number, as the sources do. */
function varianceOf(values: readonly number[]): number {
  return centredProducts(values, values) / values.length;
}
