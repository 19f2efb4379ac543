import type { GateConfig } from '../config/loaded-config.ts';
import { matchesGlob } from '../metrics/glob.ts';
import { canonicalJson } from '../model/canonical-json.ts';
import type { GateVerdict } from '../results/gate-verdict.ts';
import type { Outcome } from '../results/outcome.ts';
import type { RunResult } from '../results/run-result.ts';
import { type Gate, GateTally } from '../verdicts/gate-tally.ts';
import { gateScope } from './gate-plan.ts';
import type { Plan } from './plan.ts';
import { ANY_SCORES, scoreKind } from './score-kind.ts';

/** Reads the run that a gate compares with. */
export type ReadBaseline = (path: string) => RunResult;

/** The gates of a run, fed with outcomes as they come. */
export class GateBoard {
  readonly #gates: { readonly gate: Gate; readonly tally: GateTally }[];

  constructor(plan: Plan, readBaseline: ReadBaseline) {
    this.#gates = plan.gates.map((config) => {
      const gate = toGate(config, plan, readBaseline);
      return { gate, tally: new GateTally(gate) };
    });
  }

  add(outcome: Outcome, metric: string): void {
    // Evidence that was made to fit: a constraint that was declared when the run had already started.
    if (outcome.details.excluded_from_gates === true) return;
    for (const { gate, tally } of this.#gates) {
      if (gate.metric === metric && gate.scope === outcome.partition.type && holdsFor(gate.where, outcome))
        tally.add(outcome);
    }
  }

  verdicts(): GateVerdict[] {
    return this.#gates.map(({ tally }) => tally.verdict());
  }
}

function toGate(config: GateConfig, plan: Plan, readBaseline: ReadBaseline): Gate {
  const { compareTo, at: _, calibration, scope: __, ...rest } = config;
  const scope = gateScope(config);
  const job = plan.jobs.find(({ metric }) => metric.manifest.name === config.metric);
  // A judge that nobody held against people does not decide, unless that is waived; a rule has nothing to calibrate.
  const advisory = job?.metric.manifest.kind === 'judge_metric' && calibration !== 'waived';
  const base = { ...rest, scope, scores: job ? scoreKind(job.metric, scope) : ANY_SCORES, advisory };
  if (!compareTo) return base;
  const { run, ...limits } = compareTo;
  const value = figureOf(readBaseline(run), base, job?.resolved.emittedName ?? config.metric);
  return { ...base, baseline: { value, ...limits } };
}

/** The same figure of an earlier run: of the same gate there, else of the summary, which knows no `where`. */
function figureOf(baseline: RunResult, gate: Gate, emittedName: string): number | null {
  const { metric, scope, statistic, where } = gate;
  const same = baseline.gates.find(
    (each) =>
      each.metric === metric &&
      each.scope === scope &&
      each.statistic === statistic &&
      canonicalJson(each.where) === canonicalJson(where),
  );
  if (same) return same.value;
  if (Object.keys(where).length) return null;
  const summary = baseline.summaries.find(
    (each) => (each.metric === metric || each.metric === emittedName) && each.scope === scope,
  );
  return summary ? summaryFigure(summary, statistic) : null;
}

function summaryFigure(summary: RunResult['summaries'][number], statistic: Gate['statistic']): number | null {
  if (statistic === 'count') return summary.scored;
  if (statistic === 'lower_bound') return summary.interval?.low ?? null;
  if (statistic === 'rate') return summary.successes === null ? null : summary.mean;
  const { mean, min, max, median, p95 } = summary;
  return { mean, min, max, median, p95 }[statistic];
}

function holdsFor(where: Readonly<Record<string, string>>, { facets }: Outcome): boolean {
  return Object.entries(where).every(([key, pattern]) => {
    if (key === 'tag') return (facets.tags ?? []).some((tag) => matchesGlob(pattern, tag));
    const value =
      key === 'agent' ? facets.agent : key === 'depth' ? facets.depth : key === 'task' ? facets.task : undefined;
    return value !== undefined && matchesGlob(pattern, String(value));
  });
}
