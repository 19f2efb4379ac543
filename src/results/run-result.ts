import type { JsonObject } from '../model/json.ts';
import type { At } from '../problems/problem.ts';
import type { GateVerdict } from './gate-verdict.ts';
import type { MeanIntervalFigure, MetricSummary } from './metric-summary.ts';
import type { Scope } from './outcome.ts';
import type { TrialResult } from './trials.ts';

/** Version of the shape of `run.json`. */
export const RUN_SCHEMA_VERSION = '1';

/** `run.json`: everything a report needs that is not an outcome. Wire form. */
export interface RunResult {
  readonly schema_version: typeof RUN_SCHEMA_VERSION;
  readonly tool: { readonly name: 'muster'; readonly version: string };
  readonly partial: boolean;
  readonly scope: Scope;
  readonly inputs: readonly InputEntry[];
  readonly config: { readonly path?: string; readonly hash: string; readonly value: JsonObject };
  readonly metrics: readonly MetricEntry[];
  readonly counts: {
    readonly sessions: number;
    readonly traces: number;
    readonly spans: number;
    readonly cases: number;
  };
  readonly agents: readonly AgentEntry[];
  readonly agent_rates: AgentRates;
  readonly summaries: readonly MetricSummary[];
  /** Where trials were asked for. */
  readonly trials?: TrialResult;
  readonly gates: readonly GateVerdict[];
  readonly health: readonly HealthEntry[];
  readonly problems: readonly { readonly code: string; readonly count: number }[];
  readonly usage: UsageTotals;
  readonly cost: CostTotals;
}

export interface InputEntry {
  readonly path: string;
  readonly bytes: number;
  /** Of the bytes as they lie on disk; absent for a file that was not read. */
  readonly sha256?: string;
  readonly source?: string;
  readonly because: string;
}

export interface MetricEntry {
  readonly name: string;
  readonly version: string;
  readonly direction: string;
  readonly manifest_hash: string;
  readonly config_hash: string;
  readonly config: JsonObject;
}

/** One agent by name over the whole run: the lines of the terminal report, worst first. */
export interface AgentEntry {
  readonly agent: string;
  readonly delegated: boolean;
  readonly depth: number;
  readonly runs: number;
  readonly labels: Readonly<Record<string, number>>;
  /** Delegations to it that were issued and never observed. */
  readonly missing: number;
  readonly tokens: TokenFigure;
  readonly worst?: { readonly label: string; readonly because: string; readonly at?: At };
}

/** How many runs of agents were valid, over all agents and over those that another one issued. */
export interface AgentRates {
  readonly all: ValidRate;
  readonly delegated: ValidRate;
}

/** Valid runs over those that could be judged; a run that never returned is one that is not valid. */
export interface ValidRate extends MeanIntervalFigure {
  readonly valid: number;
  readonly judged: number;
  readonly left_out: { readonly unresolved: number; readonly not_applicable: number };
}

/** Tokens counted once. `complete` is false where `known` is only a subtotal. */
export interface TokenFigure {
  readonly known: number | null;
  readonly complete: boolean;
  readonly own?: number | null;
}

/** US dollars. `complete` is false where `known` is only a subtotal; `at_most` is then a limit, where there is one. */
export interface CostAmount {
  readonly known: number | null;
  readonly complete: boolean;
  readonly at_most?: number;
}

/** What a run cost, and which prices say so. */
export interface CostTotals {
  readonly total: CostAmount;
  readonly delegated: CostAmount;
  readonly left_out: readonly { readonly reason: string; readonly count: number }[];
  /** Models without a price, with their calls. */
  readonly unpriced: readonly { readonly model: string; readonly calls: number }[];
  readonly prices: { readonly id: string; readonly hash: string } | null;
}

/** Token totals of a run: complete only when every component is covered. */
export interface UsageTotals {
  readonly input: TokenFigure;
  readonly output: TokenFigure;
  readonly delegated: TokenFigure;
  readonly total: TokenFigure;
  readonly left_out: readonly { readonly reason: string; readonly count: number }[];
}

export interface HealthEntry {
  readonly kind: string;
  readonly message: string;
  readonly count: number;
  readonly traces: number;
}
