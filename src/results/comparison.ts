import type { At } from '../problems/problem.ts';
import type { IntervalFigure, StepFigures } from './metric-summary.ts';
import type { Outcome, Scope } from './outcome.ts';
import type { CostAmount, TokenFigure, ValidRate } from './run-result.ts';

/** Version of the shape of a comparison. */
export const COMPARISON_SCHEMA_VERSION = '1';

/** Something that two runs both have; null where a run does not say. */
export interface Both<T> {
  readonly a: T;
  readonly b: T;
}

/** Two runs, paired by case and metric: B less A. Says how they differ, never which is to be preferred. */
export interface Comparison {
  readonly schema_version: typeof COMPARISON_SCHEMA_VERSION;
  readonly tool: { readonly name: 'muster'; readonly version: string };
  readonly runs: Both<ComparedRun>;
  /** Over all metrics: what was scored in both runs, and in one alone. */
  readonly paired: {
    readonly by_case: number;
    readonly by_trace: number;
    readonly by_session: number;
    readonly only_in_a: number;
    readonly only_in_b: number;
  };
  readonly metrics: readonly MetricComparison[];
  /** The tests that p-values are adjusted for. */
  readonly multiplicity: { readonly method: 'holm'; readonly family: number };
  readonly escalations: Escalations;
  readonly agents: readonly AgentComparison[];
  readonly agent_rates: { readonly all: Both<ValidRate | null>; readonly delegated: Both<ValidRate | null> };
  readonly tokens: Both<TokenFigure | null>;
  readonly cost: Both<CostAmount | null>;
}

/** One of the two runs. */
export interface ComparedRun {
  /** As the user named it. */
  readonly path: string;
  readonly form: 'run' | 'agents_cli';
  readonly version: string | null;
  readonly config_hash: string | null;
  readonly traces: number | null;
  readonly cases: number | null;
  readonly partial: boolean;
}

/** Answers of one metric in one run. */
export interface ArmCounts {
  readonly n: number;
  readonly scored: number;
  readonly not_applicable: number;
  readonly unresolved: number;
  readonly error: number;
  readonly mean: number | null;
}

/** Why the scores of a metric in two runs do not mean the same. */
export interface NotComparable {
  readonly reason: string;
  readonly a: string;
  readonly b: string;
}

/** One metric at one scope in both runs. */
export interface MetricComparison {
  readonly metric: string;
  readonly scope: Scope;
  readonly direction: string;
  readonly arms: Both<ArmCounts>;
  /** Empty where the scores can be compared. */
  readonly not_comparable: readonly NotComparable[];
  /** What pairs are of: tasks, or sessions where no case is known. */
  readonly unit: 'task' | 'session';
  readonly pairing: 'task+trial' | 'task';
  readonly units: number;
  readonly pairs: number;
  readonly only_in_a: number;
  readonly only_in_b: number;
  /** Answers of paired units that are unresolved or an error; they make the bounds. */
  readonly open: number;
  /** Cases that the metric does not apply to on a side. */
  readonly outside: number;
  /** Units whose mean score is higher in B, lower, or the same. */
  readonly changed: { readonly higher: number; readonly lower: number; readonly same: number };
  /** Mean over units of B less A, each unit with the same weight, over the pairs with both scores. */
  readonly difference: number | null;
  readonly interval: IntervalFigure | null;
  readonly interval_reason: string | null;
  /** A second opinion on paired yes or no. */
  readonly second_interval: IntervalFigure | null;
  /** Of the difference over all pairs, each open score at its worst and its best; null where none is open. */
  readonly bounds: readonly [number, number] | null;
  readonly test: DifferenceTest | null;
  /** The smallest two-sided p-value that so many units can give. */
  readonly smallest_p: number | null;
  readonly steps: Both<StepFigures> | null;
  readonly changes: Changes;
}

/** A test that the difference is 0. */
export interface DifferenceTest {
  readonly method: 'mcnemar_exact' | 'sign_flip';
  readonly p: number;
  /** Of McNemar's test. */
  readonly p_mid: number | null;
  readonly p_holm: number;
  /** Choices of signs that were looked at. */
  readonly permutations: number | null;
  readonly exact: boolean;
  readonly seed: number | null;
}

/** Kinds of changes, in the order in which they are told. */
export const CHANGE_KINDS = ['newly_fails', 'newly_error', 'newly_unresolved', 'newly_passes'] as const;

/** What became of single cases, the greatest changes first. */
export interface Changes {
  readonly counts: Readonly<Record<(typeof CHANGE_KINDS)[number], number>>;
  /** At most twenty of a kind. */
  readonly listed: readonly Change[];
}

/** One case whose answer changed. */
export interface Change {
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly of: ChangedCase;
  readonly answers: Both<ChangedAnswer>;
}

/** What is paired: a case, or a trace where no case is known; of an agent at the scope of spans. */
export interface ChangedCase {
  readonly case_id?: string;
  readonly trial?: string;
  readonly session_id?: string;
  readonly trace_id?: string;
  readonly agent?: string;
}

/** The answer of one side, with its evidence where the run lists it. */
export interface ChangedAnswer {
  readonly outcome: string;
  readonly status: Outcome['status'];
  readonly score: number | null;
  readonly label?: string;
  readonly reason?: string;
  readonly because?: string;
  readonly at?: At;
}

/** Runs that a person took over, among those where both sides can tell. */
export interface Escalations {
  readonly known_in_both: number;
  readonly newly: readonly Omit<Change, 'kind'>[];
  readonly no_longer: readonly Omit<Change, 'kind'>[];
}

/** One agent by name, in each run; null where a run has none of that name. */
export interface AgentComparison {
  readonly agent: string;
  readonly delegated: boolean;
  readonly sides: Both<AgentSide | null>;
}

/** How an agent did in one run. */
export interface AgentSide {
  readonly runs: number;
  readonly valid: number;
  /** Runs that could be judged, and delegations that never returned. */
  readonly judged: number;
  readonly unresolved: number;
  readonly tokens: TokenFigure;
}
