import type { Outcome, Scope } from '../results/outcome.ts';
import type { MetricSummary } from '../results/run-result.ts';
import { type ScoreKind, ScoreTally } from '../verdicts/score-tally.ts';
import type { Plan } from './plan.ts';
import { ANY_SCORES, scoreKind } from './score-kind.ts';

export const GROUPINGS = ['agent', 'depth', 'tool', 'task', 'tag'] as const;
/** What summaries can be grouped by. */
export type Grouping = (typeof GROUPINGS)[number];

interface Board {
  readonly metric: string;
  readonly scope: Scope;
  readonly all: ScoreTally;
  readonly groups: Map<string, ScoreTally>;
}

/** Gathers the outcomes of a run into one summary a metric and scope, in the order of the plan, grouped where asked. */
export class SummaryBoard {
  readonly #boards = new Map<string, Board>();
  readonly #by: Grouping | undefined;
  readonly #kinds: ReadonlyMap<string, ScoreKind>;

  constructor(by: Grouping | undefined, plan: Plan) {
    this.#by = by;
    this.#kinds = new Map(
      plan.jobs.map(({ metric, scope, resolved }) => [keyOf(resolved.emittedName, scope), scoreKind(metric, scope)]),
    );
    for (const { metric, scope, resolved } of plan.jobs)
      if (!metric.manifest.execution.emits_metric_family) this.#board(resolved.emittedName, scope);
  }

  add(outcome: Outcome): void {
    const board = this.#board(outcome.metric, outcome.partition.type);
    board.all.add(outcome);
    for (const group of this.#by ? groupsOf(outcome, this.#by) : []) {
      const tally = board.groups.get(group) ?? new ScoreTally();
      board.groups.set(group, tally);
      tally.add(outcome);
    }
  }

  summaries(): MetricSummary[] {
    return [...this.#boards.values()].map(({ metric, scope, all, groups }) => {
      const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, tally]) => tally.group(key));
      return all.summary(
        metric,
        scope,
        this.#kinds.get(keyOf(metric, scope)) ?? ANY_SCORES,
        this.#by && sorted.length ? { [this.#by]: sorted } : {},
      );
    });
  }

  #board(metric: string, scope: Scope): Board {
    const key = keyOf(metric, scope);
    let board = this.#boards.get(key);
    if (!board) {
      board = { metric, scope, all: new ScoreTally(), groups: new Map() };
      this.#boards.set(key, board);
    }
    return board;
  }
}

function keyOf(metric: string, scope: Scope): string {
  return `${metric} ${scope}`;
}

function groupsOf({ facets }: Outcome, by: Grouping): readonly string[] {
  if (by === 'tag') return facets.tags ?? [];
  const value = facets[by];
  return value === undefined ? [] : [String(value)];
}
