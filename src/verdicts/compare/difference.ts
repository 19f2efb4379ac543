import type { DifferenceTest } from '../../results/comparison.ts';
import type { IntervalFigure } from '../../results/metric-summary.ts';
import { mcnemarExact, mcnemarMidP } from '../../statistics/mcnemar.ts';
import { allAlike, mean } from '../../statistics/moments.ts';
import { newcombePaired } from '../../statistics/newcombe.ts';
import { seedFromText } from '../../statistics/seed.ts';
import { signFlipTest } from '../../statistics/sign-flip.ts';
import { tango } from '../../statistics/tango.ts';
import { taskDifferences } from '../../statistics/task-differences.ts';

/** The scores of one unit in both runs, as many as there are pairs. */
export interface UnitScores {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

/** What pairs say about a difference. The p-value is not adjusted yet. */
export interface Difference {
  readonly difference: number | null;
  readonly interval: IntervalFigure | null;
  readonly interval_reason: string | null;
  readonly second_interval: IntervalFigure | null;
  readonly test: Omit<DifferenceTest, 'p_holm'> | null;
}

/** Fewer units cannot give a two-sided p-value below 0.05. */
const FEWEST_UNITS = 6;

/** Additions that a drawn test may take, so that a comparison of very many units ends. */
const DRAWN_WORK = 200_000_000;
const DRAWS = 100_000;

/**
 * The difference B less A over units, in a fixed order. Yes or no with one pair a unit: Tango and McNemar; else Student's
 * t over units and the sign-flip test. `open`: pairs of which a score is not known; with any, nothing but the difference
 * of the others is told.
 */
export function differenceOf(units: readonly UnitScores[], open: number, seedText: string): Difference {
  const found = taskDifferences(units.map(({ a, b }) => ({ treatment: b, baseline: a })));
  if (!found) return refused(null, 'nothing_paired');
  const { estimate, differences } = found;
  if (open > 0) return refused(estimate, 'incomplete_matching');
  if (units.length < FEWEST_UNITS) return refused(estimate, 'insufficient_independent_tasks');
  if (units.every(isSinglePairOfYesNo)) return ofYesNo(units, estimate);
  if (allAlike(differences)) return refused(estimate, 'zero_variance');
  const differing = differences.filter((each) => each !== 0);
  if (differing.length < FEWEST_UNITS) return refused(estimate, 'sparse_differences');
  return {
    difference: estimate,
    interval: found.interval && { ...found.interval, method: 'paired_t' },
    interval_reason: found.interval ? null : 'zero_variance',
    second_interval: null,
    test: signFlip(differing, seedText),
  };
}

function isSinglePairOfYesNo({ a, b }: UnitScores): boolean {
  return a.length === 1 && b.length === 1 && [a[0], b[0]].every((score) => score === 0 || score === 1);
}

function ofYesNo(units: readonly UnitScores[], difference: number): Difference {
  const count = (a: number, b: number): number => units.filter((unit) => unit.a[0] === a && unit.b[0] === b).length;
  const counts = {
    bothSucceed: count(1, 1),
    treatmentOnly: count(0, 1),
    baselineOnly: count(1, 0),
    bothFail: count(0, 0),
  };
  const { treatmentOnly, baselineOnly } = counts;
  return {
    difference,
    interval: tango(treatmentOnly, baselineOnly, units.length) ?? null,
    interval_reason: null,
    second_interval: newcombePaired(counts) ?? null,
    test: {
      method: 'mcnemar_exact',
      p: mcnemarExact(treatmentOnly, baselineOnly),
      p_mid: mcnemarMidP(treatmentOnly, baselineOnly),
      permutations: null,
      exact: true,
      seed: null,
    },
  };
}

/** Differences of 0 are left out: flipping them changes no sum, so that the share stays what it is. */
function signFlip(differing: readonly number[], seedText: string): Difference['test'] {
  const seed = seedFromText(seedText);
  const resamples = Math.max(2000, Math.min(DRAWS, Math.floor(DRAWN_WORK / differing.length)));
  const found = signFlipTest(differing, { seed, resamples });
  if (!found) return null;
  const { pTwoSided: p, permutations, exact } = found;
  return { method: 'sign_flip', p, p_mid: null, permutations, exact, seed: exact ? null : seed };
}

function refused(difference: number | null, reason: string): Difference {
  return { difference, interval: null, interval_reason: reason, second_interval: null, test: null };
}

/** How the mean of a unit differs: above 0 where B has the higher one. */
export function unitDifference({ a, b }: UnitScores): number {
  return mean(b) - mean(a);
}
