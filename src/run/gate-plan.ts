import type { GateConfig } from '../config/loaded-config.ts';
import { matchesGlob } from '../metrics/glob.ts';
import type { Outcome } from '../results/outcome.ts';
import type { RunResult } from '../results/run-result.ts';
import { type Gate, GateTally } from '../verdicts/gate-tally.ts';

/** Reads the run that a gate compares with. */
export type ReadBaseline = (path: string) => RunResult;

/** The gates of a run, fed with outcomes as they come. */
export class GateBoard {
  readonly #gates: { readonly gate: Gate; readonly tally: GateTally }[];

  constructor(configs: readonly GateConfig[], readBaseline: ReadBaseline) {
    this.#gates = configs.map((config) => {
      const gate = toGate(config, readBaseline);
      return { gate, tally: new GateTally(gate) };
    });
  }

  add(outcome: Outcome, metric: string): void {
    for (const { gate, tally } of this.#gates) {
      if (gate.metric === metric && gate.scope === outcome.partition.type && holdsFor(gate.where, outcome))
        tally.add(outcome);
    }
  }

  verdicts(): ReturnType<GateTally['verdict']>[] {
    return this.#gates.map(({ tally }) => tally.verdict());
  }
}

/** A gate on certain agents looks at their spans, whatever scope it names: a trace has many agents. */
export function gateScope({ scope = 'trace', where }: GateConfig): NonNullable<GateConfig['scope']> {
  return where.agent !== undefined || where.depth !== undefined ? 'span' : scope;
}

function toGate(config: GateConfig, readBaseline: ReadBaseline): Gate {
  const { compareTo, at: _, calibration: __, scope: ___, ...rest } = config;
  const scope = gateScope(config);
  const base = { ...rest, scope, advisory: false };
  if (!compareTo) return base;
  const { run, ...limits } = compareTo;
  const summary = readBaseline(run).summaries.find((each) => each.metric === config.metric && each.scope === scope);
  return { ...base, baseline: { value: summary ? figureOf(summary, config.statistic) : null, ...limits } };
}

function figureOf(summary: RunResult['summaries'][number], statistic: GateConfig['statistic']): number | null {
  if (statistic === 'count') return summary.scored;
  if (statistic === 'lower_bound') return summary.interval?.low ?? null;
  if (statistic === 'rate') return summary.interval ? summary.mean : null;
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
