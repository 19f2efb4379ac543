import type { GateVerdict } from '../results/gate-verdict.ts';
import type { Outcome, Scope } from '../results/outcome.ts';
import { quantile } from '../statistics/quantile.ts';
import type { ScoreKind } from './mean-interval.ts';
import { ScoreTally } from './score-tally.ts';
import { StepTally, TERMINATION } from './step-tally.ts';

/** A gate to be held: a figure of a metric and what it must keep to. */
export interface Gate {
  readonly metric: string;
  readonly scope: Scope;
  readonly statistic: 'mean' | 'min' | 'max' | 'median' | 'p95' | 'rate' | 'count' | 'lower_bound';
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly between?: readonly [number, number];
  readonly where: Readonly<Record<string, string>>;
  readonly minCoverage?: number;
  readonly maxErrors?: number;
  /** The same figure of an earlier run, and how far this one may move from it. */
  readonly baseline?: {
    readonly value: number | null;
    readonly maxDrop?: number;
    readonly maxRise?: number;
    readonly maxChange?: number;
  };
  readonly scores: ScoreKind;
  readonly advisory: boolean;
}

const OFFENDERS = 5;
/** A drop from 0.95 to 0.93 is one of 0.02, whatever its last binary digit. */
const ROUNDING = 1e-12;

/** Gathers the outcomes that one gate looks at, and gives its verdict. */
export class GateTally {
  readonly #gate: Gate;
  readonly #tally = new ScoreTally();
  readonly #steps: StepTally | undefined;
  readonly #offenders: { readonly excess: number; readonly outcome: Outcome }[] = [];

  constructor(gate: Gate) {
    this.#gate = gate;
    this.#steps = gate.metric === TERMINATION ? new StepTally() : undefined;
  }

  add(outcome: Outcome): void {
    this.#tally.add(outcome);
    this.#steps?.add(outcome);
    if (outcome.status === 'not_applicable') return;
    const excess = outcome.status === 'scored' ? excessOf(this.#gate, outcome.score) : 0;
    if (outcome.status === 'scored' && excess <= 0) return;
    this.#offenders.push({ excess, outcome });
    if (this.#offenders.length > 64) this.#trim();
  }

  verdict(): GateVerdict {
    const gate = this.#gate;
    const { scored, unresolved, errors } = this.#tally;
    const denominator = scored + unresolved + errors;
    const coverage = denominator ? scored / denominator : null;
    const value = this.#figure();
    const { state, reason } = this.#decide(value, coverage);
    const isOfMean = gate.statistic === 'mean' || gate.statistic === 'rate' || gate.statistic === 'lower_bound';
    this.#trim();
    return {
      metric: gate.metric,
      scope: gate.scope,
      statistic: gate.statistic,
      condition: conditionText(gate),
      where: gate.where,
      state,
      advisory: gate.advisory,
      value,
      interval: isOfMean ? this.#tally.interval(gate.scores).interval : null,
      numerator: this.#tally.successes(gate.scores),
      denominator: scored,
      coverage,
      errors,
      ...(this.#steps && { steps: this.#steps.figures() }),
      reason,
      offenders:
        state === 'held'
          ? []
          : this.#offenders.slice(0, OFFENDERS).map(({ outcome }) => ({
              outcome: outcome.id,
              because: outcome.because,
              evidence: outcome.evidence.slice(0, 3),
            })),
    };
  }

  #trim(): void {
    this.#offenders.sort((a, b) => b.excess - a.excess || (a.outcome.id < b.outcome.id ? -1 : 1));
    this.#offenders.length = Math.min(this.#offenders.length, OFFENDERS);
  }

  #figure(): number | null {
    const sorted = this.#tally.sorted();
    switch (this.#gate.statistic) {
      case 'count':
        return sorted.length;
      case 'min':
        return sorted[0] ?? null;
      case 'max':
        return sorted.at(-1) ?? null;
      case 'median':
        return quantile(sorted, 0.5) ?? null;
      case 'p95':
        return quantile(sorted, 0.95) ?? null;
      case 'rate':
        return this.#tally.successes(this.#gate.scores) === null ? null : this.#tally.mean();
      case 'lower_bound':
        return this.#tally.interval(this.#gate.scores).interval?.low ?? null;
      default:
        return this.#tally.mean();
    }
  }

  #lack(): string {
    if (this.#gate.statistic === 'rate') return 'no proportion exists of scores that are not yes or no';
    const { interval_reason: reason } = this.#tally.interval(this.#gate.scores);
    return NO_INTERVAL[reason ?? ''] ?? 'too few different scores for an interval';
  }

  #decide(value: number | null, coverage: number | null): { state: GateVerdict['state']; reason: string } {
    const gate = this.#gate;
    const { errors } = this.#tally;
    if (errors > (gate.maxErrors ?? 0))
      return { state: 'unsupported', reason: `${errors} outcomes are errors, more than ${gate.maxErrors ?? 0}` };
    if (gate.minCoverage !== undefined && (coverage ?? 0) < gate.minCoverage) {
      return { state: 'unsupported', reason: `coverage ${round(coverage ?? 0)} is below ${gate.minCoverage}` };
    }
    // No outcome, no verdict: a count of nothing is not evidence.
    if (value === null || this.#tally.scored === 0) {
      return { state: 'unsupported', reason: this.#tally.scored ? this.#lack() : 'nothing was scored' };
    }
    if (gate.baseline?.value === null) return { state: 'unsupported', reason: 'the baseline run has no such figure' };
    const broken = brokenCondition(gate, value);
    return broken === undefined
      ? { state: 'held', reason: `${round(value)} is ${conditionText(gate)}` }
      : { state: 'failed', reason: broken };
  }
}

/** Why a mean has no interval, for people. */
const NO_INTERVAL: Readonly<Record<string, string>> = {
  one_task: 'trials of one task alone have no interval',
  one_session: 'what belongs to one session alone has no interval',
};

/** How far one score alone lies outside of what the gate allows; 0 or less: it does not. */
function excessOf({ atLeast, atMost, between, baseline }: Gate, score: number): number {
  const known = baseline?.value ?? undefined;
  const { maxDrop, maxRise, maxChange } = baseline ?? {};
  const low = [atLeast, between?.[0], lowest(known, maxDrop), lowest(known, maxChange)];
  const high = [atMost, between?.[1], highest(known, maxRise), highest(known, maxChange)];
  return Math.max(
    0,
    ...low.flatMap((limit) => (limit === undefined ? [] : [limit - score])),
    ...high.flatMap((limit) => (limit === undefined ? [] : [score - limit])),
  );
}

function lowest(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || by === undefined ? undefined : value - by;
}

function highest(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || by === undefined ? undefined : value + by;
}

function brokenCondition(gate: Gate, value: number): string | undefined {
  if (gate.atLeast !== undefined && value < gate.atLeast) return `${round(value)} is below ${gate.atLeast}`;
  if (gate.atMost !== undefined && value > gate.atMost) return `${round(value)} is above ${gate.atMost}`;
  if (gate.between && (value < gate.between[0] || value > gate.between[1])) {
    return `${round(value)} is not between ${gate.between[0]} and ${gate.between[1]}`;
  }
  const { baseline } = gate;
  if (!baseline || baseline.value === null) return undefined;
  const change = value - baseline.value;
  if (baseline.maxDrop !== undefined && -change > baseline.maxDrop + ROUNDING)
    return `${round(value)} is ${round(-change)} below the baseline, more than ${baseline.maxDrop}`;
  if (baseline.maxRise !== undefined && change > baseline.maxRise + ROUNDING)
    return `${round(value)} is ${round(change)} above the baseline, more than ${baseline.maxRise}`;
  if (baseline.maxChange !== undefined && Math.abs(change) > baseline.maxChange + ROUNDING)
    return `${round(value)} is ${round(Math.abs(change))} from the baseline, more than ${baseline.maxChange}`;
  return undefined;
}

function conditionText(gate: Gate): string {
  const parts: string[] = [];
  if (gate.atLeast !== undefined) parts.push(`at least ${gate.atLeast}`);
  if (gate.atMost !== undefined) parts.push(`at most ${gate.atMost}`);
  if (gate.between) parts.push(`between ${gate.between[0]} and ${gate.between[1]}`);
  if (gate.baseline?.maxDrop !== undefined) parts.push(`at most ${gate.baseline.maxDrop} below the baseline`);
  if (gate.baseline?.maxRise !== undefined) parts.push(`at most ${gate.baseline.maxRise} above the baseline`);
  if (gate.baseline?.maxChange !== undefined) parts.push(`at most ${gate.baseline.maxChange} from the baseline`);
  return parts.join(' and ');
}

function round(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}
