import type { MeanIntervalFigure } from './metric-summary.ts';

/** Repeated trials of tasks. Wire form; stands in `run.json` where it was asked for. */
export interface TrialResult {
  /** What says that a trial succeeded: `recorded.success` of the case, or the id of a metric with full score. */
  readonly success: string;
  readonly tasks: number;
  readonly trials: number;
  /** Trials with a known result. */
  readonly scored: number;
  readonly successes: number;
  /** Trials that may have succeeded or not; they widen the bounds. */
  readonly unresolved: number;
  /** Trials that the metric does not apply to; they are in no denominator. */
  readonly not_applicable: number;
  /** Traces that belong to no case, so that it is not known which task they try. */
  readonly without_case: number;
  /** Why trials are open or do not apply. */
  readonly reasons: Readonly<Record<string, number>>;
  /** How many tasks have so many trials. */
  readonly trials_per_task: readonly { readonly trials: number; readonly tasks: number }[];
  readonly pass_at_k: readonly PassFigure[];
  readonly pass_hat_k: readonly PassFigure[];
}

/** pass@k or pass^k at one k: the mean over the tasks with at least k trials whose result is known. */
export interface PassFigure extends MeanIntervalFigure {
  readonly k: number;
  /** Null where no task has so many trials. */
  readonly value: number | null;
  readonly tasks: number;
  /** Tasks with fewer trials than k. */
  readonly excluded: number;
  /** With every open trial a failure, and with every one a success; null where none is open. */
  readonly bounds: readonly [number, number] | null;
}
