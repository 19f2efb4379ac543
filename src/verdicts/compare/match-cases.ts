import type { Both } from '../../results/comparison.ts';
import type { MetricScores, ScoredCase } from './arm-scores.ts';

/** A case that both runs have an answer about. */
export interface CasePair {
  readonly a: ScoredCase;
  readonly b: ScoredCase;
}

/** The cases of one independent unit, as far as the metric applies to them. */
export interface MatchedUnit {
  readonly a: readonly ScoredCase[];
  readonly b: readonly ScoredCase[];
}

/** How the cases of two runs go together. */
export interface CaseMatch {
  readonly units: readonly MatchedUnit[];
  /** Single cases of which it is known which one of A belongs to which one of B. */
  readonly pairs: readonly CasePair[];
  /** False where the trials of a task are others in B than in A, so that only tasks are paired. */
  readonly byTrial: boolean;
  readonly onlyInA: number;
  readonly onlyInB: number;
  /** Cases that the metric does not apply to in one of the runs. */
  readonly outside: number;
}

/**
 * Matches by case, or by session and trace. A task whose trials differ between the runs is matched as a whole: what its
 * trials have in common is the task. The result is in one order, whatever the order of the answers was.
 */
export function matchCases({ a, b }: Both<MetricScores | undefined>): CaseMatch {
  const [left, right] = [byUnit(a), byUnit(b)];
  const found = { units: [] as MatchedUnit[], pairs: [] as CasePair[] };
  let [byTrial, onlyInA, onlyInB, outside] = [true, 0, 0, 0];
  for (const unit of [...new Set([...left.keys(), ...right.keys()])].sort()) {
    const matched = matchUnit(left.get(unit) ?? NO_CASES, right.get(unit) ?? NO_CASES);
    onlyInA += matched.onlyInA;
    onlyInB += matched.onlyInB;
    outside += matched.outside;
    if (!matched.byTrial) byTrial = false;
    for (const pair of matched.pairs) found.pairs.push(pair);
    if (matched.unit.a.length && matched.unit.b.length) found.units.push(matched.unit);
  }
  return { ...found, byTrial, onlyInA, onlyInB, outside };
}

type Cases = ReadonlyMap<string, ScoredCase>;

const NO_CASES: Cases = new Map();

function byUnit(scores: MetricScores | undefined): Map<string, Map<string, ScoredCase>> {
  const units = new Map<string, Map<string, ScoredCase>>();
  for (const [key, found] of scores?.cases ?? []) {
    const cases = units.get(found.unit) ?? new Map<string, ScoredCase>();
    cases.set(key, found);
    units.set(found.unit, cases);
  }
  return units;
}

function matchUnit(a: Cases, b: Cases): Omit<CaseMatch, 'units'> & { readonly unit: MatchedUnit } {
  const keys = [...a.keys()].filter((key) => b.has(key)).sort();
  const isTask = [...a.values(), ...b.values()].every((each) => each.isTask);
  if (isTask && a.size && b.size && (keys.length < a.size || keys.length < b.size)) return matchTask(a, b);
  const all = keys.flatMap((key) => pairAt(a, b, key));
  const pairs = all.filter((pair) => applies(pair.a) && applies(pair.b));
  return {
    unit: { a: pairs.map((pair) => pair.a), b: pairs.map((pair) => pair.b) },
    pairs,
    byTrial: true,
    onlyInA: a.size - keys.length,
    onlyInB: b.size - keys.length,
    outside: all.length - pairs.length,
  };
}

function matchTask(a: Cases, b: Cases): Omit<CaseMatch, 'units'> & { readonly unit: MatchedUnit } {
  const [one, other] = [sorted(a).filter(applies), sorted(b).filter(applies)];
  const [first, second] = [one[0], other[0]];
  return {
    unit: { a: one, b: other },
    pairs: one.length === 1 && other.length === 1 && first && second ? [{ a: first, b: second }] : [],
    byTrial: false,
    onlyInA: 0,
    onlyInB: 0,
    outside: a.size - one.length + b.size - other.length,
  };
}

function sorted(cases: Cases): ScoredCase[] {
  return [...cases].sort(([x], [y]) => (x < y ? -1 : 1)).map(([, each]) => each);
}

function pairAt(a: Cases, b: Cases, key: string): CasePair[] {
  const [one, other] = [a.get(key), b.get(key)];
  return one && other ? [{ a: one, b: other }] : [];
}

function applies({ status }: ScoredCase): boolean {
  return status !== 'not_applicable';
}
