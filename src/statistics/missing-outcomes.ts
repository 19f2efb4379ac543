import { type Interval, LEVEL, wilson } from './interval.ts';
import { mean } from './moments.ts';

/** A success rate of which some outcomes are missing. */
export interface MissingOutcomes {
  /** Of the observed ones, which leaves out those that are missing: biased. Null where none was observed. */
  readonly observedOnly: number | null;
  /** With all missing ones as failures, and as successes. */
  readonly lower: number;
  readonly upper: number;
  /** From the low end of Wilson's interval in the worst case to the high end in the best. */
  readonly outer: Interval;
}

/** Bounds of a success rate over all that were meant to be. Undefined where nothing was. Source: Manski 1989. */
export function missingOutcomeBounds(
  { success, failure, missing }: { readonly success: number; readonly failure: number; readonly missing: number },
  level = LEVEL,
): MissingOutcomes | undefined {
  const n = success + failure + missing;
  const [worst, best] = [wilson(success, n, level), wilson(success + missing, n, level)];
  if (worst === undefined || best === undefined) return undefined;
  return {
    observedOnly: success + failure === 0 ? null : success / (success + failure),
    lower: success / n,
    upper: (success + missing) / n,
    outer: { method: 'wilson_outer', level, low: worst.low, high: best.high },
  };
}

/** The outcomes of a pair, each in [0, 1]; null where it is missing. */
export type PairOutcomes = readonly [treatment: number | null, baseline: number | null];

/** A mean paired difference of which some outcomes are missing. */
export interface MissingDifference {
  /** Of the pairs with both outcomes: biased. Null where there is no such pair. */
  readonly completeCase: number | null;
  readonly lower: number;
  readonly upper: number;
}

/**
 * Bounds of treatment less baseline over all pairs, each missing outcome being 0 or 1. Undefined without pairs. Source:
 * Manski 1989.
 */
export function missingDifferenceBounds(pairs: readonly PairOutcomes[]): MissingDifference | undefined {
  if (pairs.length === 0) return undefined;
  const complete = pairs.flatMap(([treatment, baseline]) =>
    treatment === null || baseline === null ? [] : [treatment - baseline],
  );
  return {
    completeCase: complete.length === 0 ? null : mean(complete),
    lower: mean(pairs.map(([treatment, baseline]) => (treatment ?? 0) - (baseline ?? 1))),
    upper: mean(pairs.map(([treatment, baseline]) => (treatment ?? 1) - (baseline ?? 0))),
  };
}
