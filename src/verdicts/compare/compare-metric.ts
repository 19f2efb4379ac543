import type { JsonObject } from '../../model/json.ts';
import type { Both, MetricComparison, NotComparable } from '../../results/comparison.ts';
import type { Bounds } from '../../results/outcome.ts';
import { mean } from '../../statistics/moments.ts';
import { smallestSignTestP } from '../../statistics/sign-test.ts';
import { StepTally } from '../step-tally.ts';
import type { MetricScores, ScoredCase } from './arm-scores.ts';
import { changesOf } from './changes.ts';
import { differenceOf, type UnitScores, unitDifference } from './difference.ts';
import { type MatchedUnit, matchCases } from './match-cases.ts';

/** What a run says about a metric itself. */
export interface MetricFacts {
  readonly direction: string;
  readonly config: JsonObject;
}

/** A metric in both runs; undefined on the side that has none. */
export interface MetricSides {
  readonly scores: Both<MetricScores | undefined>;
  readonly facts: Both<MetricFacts | undefined>;
  /** Differs between any two pairs of runs. */
  readonly seedText: string;
}

/** A metric without the adjustment of its p-value. */
export type UnadjustedComparison = Omit<MetricComparison, 'test'> & {
  readonly test: Omit<NonNullable<MetricComparison['test']>, 'p_holm'> | null;
};

/** Compares one metric at one scope. */
export function compareMetric({ scores, facts, seedText }: MetricSides): UnadjustedComparison {
  const known = scores.a ?? scores.b;
  if (!known) throw new Error('a metric that neither run has cannot be compared');
  const { metric, scope } = known;
  const direction = facts.b?.direction ?? facts.a?.direction ?? 'unknown';
  const notComparable = reasonsAgainst(scores, facts);
  const { units: matched, pairs, ...match } = matchCases(scores);
  const cases = matched.flatMap(({ a, b }) => [...a, ...b]);
  const open = cases.filter(isOpen).length;
  const units = matched.flatMap(scoresOf);
  const comparable = notComparable.length === 0;
  const found = comparable
    ? differenceOf(units, open, `${seedText}${metric}:${scope}`)
    : { difference: null, interval: null, interval_reason: 'not_comparable', second_interval: null, test: null };
  const differences = comparable ? units.map(unitDifference) : [];
  return {
    metric,
    scope,
    direction,
    arms: { a: scores.a?.counts ?? NOTHING, b: scores.b?.counts ?? NOTHING },
    not_comparable: notComparable,
    unit: cases.every(({ isTask }) => isTask) ? 'task' : 'session',
    pairing: match.byTrial ? 'task+trial' : 'task',
    units: units.length,
    pairs: match.byTrial ? pairs.length : matched.length,
    only_in_a: match.onlyInA,
    only_in_b: match.onlyInB,
    open,
    outside: match.outside,
    changed: {
      higher: differences.filter((each) => each > 0).length,
      lower: differences.filter((each) => each < 0).length,
      same: differences.filter((each) => each === 0).length,
    },
    ...found,
    bounds: comparable && open ? boundsOf(matched) : null,
    smallest_p: units.length ? smallestSignTestP(units.length).twoSided : null,
    steps:
      scores.a?.steps || scores.b?.steps
        ? { a: (scores.a?.steps ?? new StepTally()).figures(), b: (scores.b?.steps ?? new StepTally()).figures() }
        : null,
    changes: changesOf(comparable ? pairs : [], direction),
  };
}

const NOTHING = { n: 0, scored: 0, not_applicable: 0, unresolved: 0, error: 0, mean: null };

function isOpen({ score }: ScoredCase): boolean {
  return score === null;
}

/** The known scores of a unit, if there are some on either side. Of a pair that is open on one side neither counts. */
function scoresOf({ a, b }: MatchedUnit): UnitScores[] {
  const isPaired = a.length === b.length;
  const known = (cases: readonly ScoredCase[], others: readonly ScoredCase[]): number[] =>
    cases.flatMap(({ score }, at) => (score === null || (isPaired && others[at]?.score === null) ? [] : [score]));
  const unit = { a: known(a, b), b: known(b, a) };
  return unit.a.length && unit.b.length ? [unit] : [];
}

/** With each open score at its least and at its most; null where nothing limits one. Each unit has the same weight. */
function boundsOf(units: readonly MatchedUnit[]): readonly [number, number] | null {
  const lows: number[] = [];
  const highs: number[] = [];
  for (const { a, b } of units) {
    const [leastA, mostA, leastB, mostB] = [...meanEnds(a), ...meanEnds(b)];
    if (leastA == null || mostA == null || leastB == null || mostB == null) return null;
    lows.push(leastB - mostA);
    highs.push(mostB - leastA);
  }
  return lows.length ? [mean(lows), mean(highs)] : null;
}

function meanEnds(cases: readonly ScoredCase[]): Bounds {
  const ends = cases.map(endsOf);
  const at = (end: 0 | 1): number | null => {
    const known = ends.flatMap((each) => each[end] ?? []);
    return known.length === ends.length ? mean(known) : null;
  };
  return [at(0), at(1)];
}

function endsOf({ score, bounds }: ScoredCase): Bounds {
  return score === null ? (bounds ?? [null, null]) : [score, score];
}

function reasonsAgainst({ a, b }: MetricSides['scores'], facts: MetricSides['facts']): NotComparable[] {
  if (!a) return [{ reason: 'only_in_b', a: 'not run', b: 'run' }];
  if (!b) return [{ reason: 'only_in_a', a: 'run', b: 'not run' }];
  const found: NotComparable[] = [];
  const differ = (reason: string, one: ReadonlySet<string>, other: ReadonlySet<string>): void => {
    const [left, right] = [[...one].sort().join(', '), [...other].sort().join(', ')];
    if (left !== right) found.push({ reason, a: left || 'none', b: right || 'none' });
  };
  differ('version_differs', a.versions, b.versions);
  differ('rubrics_differ', a.rubrics, b.rubrics);
  if (facts.a && facts.b && facts.a.direction !== facts.b.direction)
    found.push({ reason: 'direction_differs', a: facts.a.direction, b: facts.b.direction });
  const settings = settingsThatDiffer(facts.a?.config ?? {}, facts.b?.config ?? {});
  if (settings) found.push({ reason: 'config_differs', ...settings });
  else differ('config_differs', a.configs, b.configs);
  return found;
}

function settingsThatDiffer(a: JsonObject, b: JsonObject): Both<string> | undefined {
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort();
  const differing = keys.filter((key) => JSON.stringify(left.get(key)) !== JSON.stringify(right.get(key)));
  if (differing.length === 0) return undefined;
  const told = (values: ReadonlyMap<string, unknown>): string =>
    differing.map((key) => `${key}=${JSON.stringify(values.get(key)) ?? 'unset'}`).join(', ');
  return { a: told(left), b: told(right) };
}
