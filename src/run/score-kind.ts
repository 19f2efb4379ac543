import type { Metric } from '../metrics/define-metric.ts';
import type { Scope } from '../results/outcome.ts';
import type { ScoreKind } from '../verdicts/mean-interval.ts';

/** Scores of which nothing is known but that they are none below 0. */
export const ANY_SCORES: ScoreKind = { isRate: false, range: [0, null] };

/**
 * The scores of a metric at a scope, as its manifest tells: those that are better when higher say yes or no, and over a
 * session they are a share. Others are counts and sums.
 */
export function scoreKind({ manifest }: Metric, scope: Scope): ScoreKind {
  if (manifest.direction !== 'higher_is_better') return ANY_SCORES;
  return { isRate: scope !== 'session', range: [0, 1] };
}
