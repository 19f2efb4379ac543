import type { GroupedFigures, MetricSummary } from '../results/metric-summary.ts';
import type { Outcome, Scope } from '../results/outcome.ts';
import { clusterOf } from '../verdicts/cluster-tally.ts';
import type { ScoreKind } from '../verdicts/mean-interval.ts';
import { TERMINATION } from '../verdicts/step-tally.ts';
import { GroupBoard, newTallies, type Tallies, tell } from './group-board.ts';
import type { MetricOutcome } from './metric-outcome.ts';
import type { Plan } from './plan.ts';
import { ANY_SCORES, scoreKind } from './score-kind.ts';
import { TableBoard } from './table-board.ts';

interface Board {
  readonly metric: string;
  readonly scope: Scope;
  readonly all: Tallies;
  readonly groups: GroupBoard;
  readonly tables: TableBoard;
}

/** Gathers the outcomes of a run into one summary a metric and scope, in the order of the plan, with its groups. */
export class SummaryBoard {
  readonly #boards = new Map<string, Board>();
  /** Groups of agents, from spans that only tell these apart. */
  readonly #ofSpans = new Map<string, GroupBoard>();
  readonly #clusters = new Map<string, string>();
  readonly #kinds: ReadonlyMap<string, ScoreKind>;
  readonly #directions: ReadonlyMap<string, string>;

  constructor({ jobs }: Plan) {
    this.#kinds = new Map(
      jobs.map(({ metric, scope, resolved }) => [keyOf(resolved.emittedName, scope), scoreKind(metric, scope)]),
    );
    this.#directions = new Map(jobs.map(({ metric, resolved }) => [resolved.emittedName, metric.manifest.direction]));
    for (const { metric, scope, resolved, forGroups } of jobs)
      if (!metric.manifest.execution.emits_metric_family && !forGroups)
        this.#board(resolved.emittedName, scope, metric.manifest.name);
  }

  add({ outcome, metric, tables, forGroups }: MetricOutcome): void {
    if (forGroups) {
      this.#addSpan(outcome, metric);
      return;
    }
    const board = this.#board(outcome.metric, outcome.partition.type, metric);
    const cluster = this.#clusterOf(outcome);
    tell(board.all, outcome, cluster);
    board.groups.add(outcome, cluster);
    board.tables.add(tables);
  }

  summaries(): MetricSummary[] {
    return [...this.#boards.values()].map(({ metric, scope, all, groups, tables }) => {
      const kind = this.#kindOf(metric, scope);
      const own = groups.grouped(scope, kind, this.#directions.get(metric));
      return all.scores.summary(metric, scope, kind, {
        groups: { ...this.#agentsOf(metric, scope), ...own },
        tables: tables.tables(),
        ...(all.steps && { steps: all.steps.figures() }),
      });
    });
  }

  #addSpan(outcome: Outcome, metric: string): void {
    let groups = this.#ofSpans.get(outcome.metric);
    if (!groups) {
      groups = new GroupBoard(metric === TERMINATION);
      this.#ofSpans.set(outcome.metric, groups);
    }
    groups.add(outcome, this.#clusterOf(outcome));
  }

  /** One text for each cluster, however many tallies hold it. */
  #clusterOf(outcome: Outcome): string {
    const name = clusterOf(outcome);
    const known = this.#clusters.get(name);
    if (known === undefined) this.#clusters.set(name, name);
    return known ?? name;
  }

  /** Agents, depths and tools stand at the first scope of a metric. */
  #agentsOf(metric: string, scope: Scope): Record<string, GroupedFigures> {
    if (scope === 'session' && this.#boards.has(keyOf(metric, 'trace'))) return {};
    const grouped = this.#ofSpans
      .get(metric)
      ?.grouped('span', this.#kindOf(metric, 'span'), this.#directions.get(metric));
    const entries = Object.entries(grouped ?? {}).filter(([by]) => OF_SPANS.has(by));
    return Object.fromEntries(entries);
  }

  #kindOf(metric: string, scope: Scope): ScoreKind {
    return this.#kinds.get(keyOf(metric, scope)) ?? ANY_SCORES;
  }

  #board(metric: string, scope: Scope, id: string): Board {
    const key = keyOf(metric, scope);
    let board = this.#boards.get(key);
    if (!board) {
      const withSteps = id === TERMINATION;
      board = {
        metric,
        scope,
        all: newTallies(withSteps),
        groups: new GroupBoard(withSteps),
        tables: new TableBoard(),
      };
      this.#boards.set(key, board);
    }
    return board;
  }
}

/** What a span has and a trace has not. */
const OF_SPANS: ReadonlySet<string> = new Set(['agent', 'depth', 'tool']);

function keyOf(metric: string, scope: Scope): string {
  return `${metric} ${scope}`;
}
