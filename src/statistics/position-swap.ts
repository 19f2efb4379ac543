import { type Interval, LEVEL, wilson } from './interval.ts';
import { signTest } from './sign-test.ts';

/** What a judge says of two candidates. */
export type PairVerdict = 'A' | 'B' | 'tie';

/** Verdicts of a judge that saw each pair in both orders. */
export interface PositionSwap {
  /** Pairs that the same candidate won in both orders. */
  readonly winsA: number;
  readonly winsB: number;
  /** Pairs that were a tie in both orders. */
  readonly ties: number;
  /** Pairs whose verdicts differ: they count as ties. */
  readonly inconsistent: number;
  /** The share of pairs with the same verdict in both orders; null without pairs. */
  readonly consistency: number | null;
  readonly consistencyInterval: Interval | null;
  /** Pairs that went to whoever stood first, and second. */
  readonly firstSlot: number;
  readonly secondSlot: number;
  /** Two-sided sign test that neither place is preferred. */
  readonly firstSlotP: number;
}

/**
 * Counts verdicts of [A shown first, B shown first], both of which name the candidate and not the place. An inconsistent
 * pair with a tie in one order favours no place. Source: Zheng et al. 2023.
 */
export function positionSwap(
  verdicts: readonly (readonly [aFirst: PairVerdict, bFirst: PairVerdict])[],
  level = LEVEL,
): PositionSwap {
  const tally = (aFirst: PairVerdict, bFirst: PairVerdict): number =>
    verdicts.filter(([one, two]) => one === aFirst && two === bFirst).length;
  const [winsA, winsB, ties] = [tally('A', 'A'), tally('B', 'B'), tally('tie', 'tie')];
  const [firstSlot, secondSlot] = [tally('A', 'B'), tally('B', 'A')];
  const [consistent, total] = [winsA + winsB + ties, verdicts.length];
  return {
    winsA,
    winsB,
    ties,
    inconsistent: total - consistent,
    consistency: total === 0 ? null : consistent / total,
    consistencyInterval: wilson(consistent, total, level) ?? null,
    firstSlot,
    secondSlot,
    firstSlotP: signTest(firstSlot, secondSlot),
  };
}
