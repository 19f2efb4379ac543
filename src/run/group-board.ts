import type { GroupedFigures } from '../results/metric-summary.ts';
import type { Outcome, Scope } from '../results/outcome.ts';
import type { ScoreKind } from '../verdicts/mean-interval.ts';
import { ScoreTally } from '../verdicts/score-tally.ts';
import { StepTally } from '../verdicts/step-tally.ts';
import { GROUPINGS, type Grouping } from './groupings.ts';
import { compareKeys, Keyed } from './keyed.ts';

/** Groups of one kind that a summary lists. */
const MOST = 50;

/** Scores and, where a metric tells them, steps. */
export interface Tallies {
  readonly scores: ScoreTally;
  readonly steps?: StepTally;
}

/** Tallies without anything in them. */
export function newTallies(withSteps: boolean): Tallies {
  return { scores: new ScoreTally(), ...(withSteps && { steps: new StepTally() }) };
}

/** Adds an outcome to its tallies. */
export function tell({ scores, steps }: Tallies, outcome: Outcome, cluster: string): void {
  scores.add(outcome, cluster);
  steps?.add(outcome);
}

/** Tells the outcomes of one metric and scope apart by what they are about. */
export class GroupBoard {
  readonly #groups: ReadonlyMap<Grouping, Keyed<Tallies>>;

  constructor(withSteps: boolean) {
    this.#groups = new Map(GROUPINGS.map((by) => [by, new Keyed(() => newTallies(withSteps))]));
  }

  /** `cluster`: the name of the cluster of the outcome. */
  add(outcome: Outcome, cluster: string): void {
    for (const [by, keyed] of this.#groups)
      for (const key of keysOf(outcome, by)) {
        const tallies = keyed.of(key);
        if (tallies) tell(tallies, outcome, cluster);
      }
  }

  /** The groupings that some outcome has a value for. The largest groups are kept, of equal ones the worst. */
  grouped(scope: Scope, kind: ScoreKind, direction: string | undefined): Record<string, GroupedFigures> {
    const found = [...this.#groups].map(([by, keyed]): [string, GroupedFigures] => {
      const { entries, leftOut } = keyed.first(
        MOST,
        ([, a], [, b]) => b.scores.n - a.scores.n || worse(a, b, direction),
      );
      const groups = [...entries]
        .sort(([a], [b]) => compareKeys(a, b))
        .map(([key, { scores, steps }]) => ({ ...scores.group(key, kind), ...(steps && { steps: steps.figures() }) }));
      return [by, { scope, groups, left_out: leftOut }];
    });
    return Object.fromEntries(found.filter(([, { groups, left_out }]) => groups.length + left_out > 0));
  }
}

function worse(a: Tallies, b: Tallies, direction: string | undefined): number {
  const [first, second] = [a.scores.mean(), b.scores.mean()];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  if (direction === 'neutral' || direction === undefined) return 0;
  return direction === 'lower_is_better' ? second - first : first - second;
}

function keysOf({ facets }: Outcome, by: Grouping): readonly string[] {
  if (by === 'tag') return facets.tags ?? [];
  const value = facets[by];
  return value === undefined ? [] : [String(value)];
}
