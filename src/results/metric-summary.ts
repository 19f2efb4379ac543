import type { Scope } from './outcome.ts';

/** An interval with the method that made it. */
export interface IntervalFigure {
  /** Such as `wilson`, `task_clustered_t`; it ends with `_clipped` where a limit of the scores cut it. */
  readonly method: string;
  readonly level: number;
  readonly low: number;
  readonly high: number;
  /** What the interval is around, where units share clusters: with tasks, the mean of the means of the tasks. */
  readonly estimate?: number;
  readonly standard_error?: number;
  /** Independent units, where they are fewer than the scores. */
  readonly clusters?: { readonly unit: string; readonly count: number };
}

/** An interval, or why there is none. */
export interface MeanIntervalFigure {
  readonly interval: IntervalFigure | null;
  readonly interval_reason: string | null;
}

/** The exact interval of a proportion of `n` independent units, and the one-sided bound where all or none succeeded. */
export interface ExactFigure {
  readonly method: string;
  readonly level: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
  readonly one_sided?: { readonly side: 'lower' | 'upper'; readonly bound: number };
}

/** How numbers spread; null without any. */
export interface Spread {
  readonly n: number;
  readonly mean: number | null;
  readonly median: number | null;
  readonly p95: number | null;
}

/** Steps of runs, which stand beside the rate of those that terminated. */
export interface StepFigures {
  /** Over all runs whose steps are known. */
  readonly all: Spread;
  /** Over those of them that terminated. */
  readonly terminated: Spread;
  /** Runs that reached the step cap without an end: how many steps they would have taken is not known. */
  readonly censored: number;
}

/** A rate or a mean with all that is needed to defend it. */
export interface Figures extends MeanIntervalFigure {
  readonly n: number;
  readonly scored: number;
  readonly not_applicable: number;
  readonly unresolved: number;
  readonly error: number;
  readonly vacuous: number;
  readonly mean: number | null;
  /** Full scores, where the scores say yes or no; null for others. */
  readonly successes: number | null;
  readonly bounds: readonly [number | null, number | null] | null;
  readonly labels: Readonly<Record<string, number>>;
  readonly steps?: StepFigures;
}

/** The figures of one metric at one scope, over the run and over groups of it. */
export interface MetricSummary extends Figures {
  readonly metric: string;
  readonly scope: Scope;
  readonly exact: ExactFigure | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly median: number | null;
  readonly p95: number | null;
  readonly reasons: Readonly<Record<string, number>>;
  /** By agent, depth, tool, task, tag, terminal state and whether a person took over: where outcomes say so. */
  readonly groups: Readonly<Record<string, GroupedFigures>>;
  readonly tables: Readonly<Record<string, SummaryTable>>;
}

/** The groups by one facet, of the most outcomes and of these the worst. */
export interface GroupedFigures {
  /** What one outcome of a group is about: agents are told apart by span, whatever the scope of the summary. */
  readonly scope: Scope;
  readonly groups: readonly GroupSummary[];
  /** Groups that are not listed. */
  readonly left_out: number;
}

/** The figures of one group, such as of one agent. */
export interface GroupSummary extends Figures {
  readonly key: string;
}

/** A table that a metric fills, such as failures by constraint; the rows with the greatest counts. */
export interface SummaryTable {
  readonly rows: readonly { readonly key: string; readonly counts: Readonly<Record<string, number>> }[];
  readonly left_out: number;
}
