import type { Outcome, Scope } from '../results/outcome.ts';
import type { MetricSummary } from '../results/run-result.ts';
import { ScoreTally } from '../verdicts/score-tally.ts';

export const GROUPINGS = ['agent', 'depth', 'tool', 'task', 'tag'] as const;
/** What summaries can be grouped by. */
export type Grouping = (typeof GROUPINGS)[number];

interface Board {
  readonly metric: string;
  readonly scope: Scope;
  readonly all: ScoreTally;
  readonly groups: Map<string, ScoreTally>;
}

/** Gathers the outcomes of a run into one summary a metric and scope, grouped where asked. */
export class SummaryBoard {
  readonly #boards = new Map<string, Board>();
  readonly #by: Grouping | undefined;
  readonly #isRate: (metric: string, scope: Scope) => boolean;

  /** `isRate`: whether scores of a metric at a scope are yes or no, so that their mean is a proportion. */
  constructor(by: Grouping | undefined, isRate: (metric: string, scope: Scope) => boolean) {
    this.#isRate = isRate;
    this.#by = by;
  }

  add(outcome: Outcome): void {
    const key = `${outcome.metric} ${outcome.partition.type}`;
    let board = this.#boards.get(key);
    if (!board) {
      board = { metric: outcome.metric, scope: outcome.partition.type, all: new ScoreTally(), groups: new Map() };
      this.#boards.set(key, board);
    }
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
        this.#isRate(metric, scope),
        this.#by && sorted.length ? { [this.#by]: sorted } : {},
      );
    });
  }
}

function groupsOf({ facets }: Outcome, by: Grouping): readonly string[] {
  if (by === 'tag') return facets.tags ?? [];
  const value = facets[by];
  return value === undefined ? [] : [String(value)];
}
