import { SAME } from './moments.ts';
import { boundedIntegers, xoshiro128 } from './xoshiro128.ts';

/** What a sign-flip test found. */
export interface SignFlip {
  readonly pTwoSided: number;
  /** That the differences lie above 0. */
  readonly pGreater: number;
  /** How many choices of signs were looked at: all 2^n of them, or as many as were drawn. */
  readonly permutations: number;
  /** False where signs were drawn. */
  readonly exact: boolean;
}

/** Up to here all choices of signs are looked at: about a million. */
const MOST_EXACT = 20;

/**
 * The sign-flip permutation test of differences that lie around 0 where the arms are alike; each is flipped or not, zeros
 * too. With more than 20 of them, signs are drawn by `seed`, one integer a difference in their order, and the drawn
 * share counts the observed choice as well: (extreme + 1)/(B + 1). Undefined for no differences. Sources: Fisher 1935;
 * Phipson and Smyth 2010.
 */
export function signFlipTest(
  differences: readonly number[],
  { seed, resamples = 100_000 }: { readonly seed: number; readonly resamples?: number },
): SignFlip | undefined {
  const n = differences.length;
  if (n === 0) return undefined;
  if (n > MOST_EXACT) {
    const observed = sumSigned(differences, () => 0);
    const { above, beyond } = count(drawnSums(differences, seed, resamples), observed, slackOf(differences));
    const share = (extreme: number): number => (extreme + 1) / (resamples + 1);
    return { pTwoSided: share(beyond), pGreater: share(above), permutations: resamples, exact: false };
  }
  const sums = allSums(differences);
  const { above, beyond } = count(sums, sums[0] ?? 0, slackOf(differences));
  return { pTwoSided: beyond / sums.length, pGreater: above / sums.length, permutations: sums.length, exact: true };
}

/** Sums that are equal but for rounding are as extreme, of large numbers too. */
function slackOf(differences: readonly number[]): number {
  const size = sumSigned(differences, (difference) => (difference < 0 ? 1 : 0));
  return SAME * Math.max(1, size);
}

function count(sums: Float64Array, observed: number, slack: number): { above: number; beyond: number } {
  let [above, beyond] = [0, 0];
  for (const sum of sums) {
    if (sum >= observed - slack) above++;
    if (Math.abs(sum) >= Math.abs(observed) - slack) beyond++;
  }
  return { above, beyond };
}

/**
 * The sums of all choices of signs, the given one first. Each sum is made of two halves: adding and taking away along
 * the choices would gather the rounding of a million steps.
 */
function allSums(differences: readonly number[]): Float64Array {
  if (differences.length === 1) return Float64Array.of(differences[0] ?? 0, -(differences[0] ?? 0));
  const half = Math.ceil(differences.length / 2);
  const [first, second] = [allSums(differences.slice(0, half)), allSums(differences.slice(half))];
  const sums = new Float64Array(first.length * second.length);
  let at = 0;
  for (const high of first) for (const low of second) sums[at++] = high + low;
  return sums;
}

function drawnSums(differences: readonly number[], seed: number, resamples: number): Float64Array {
  const coin = boundedIntegers(xoshiro128(seed), 2);
  return new Float64Array(resamples).map(() => sumSigned(differences, coin));
}

/** The sum with the sign of each difference changed where `flip` says 1. */
function sumSigned(differences: readonly number[], flip: (difference: number) => number): number {
  let sum = 0;
  for (const difference of differences) sum += flip(difference) === 1 ? -difference : difference;
  return sum;
}
