import { SAME } from './moments.ts';

/** Beyond, the exact distribution takes too long; the sign-flip test takes any number. */
const MOST = 50;

/**
 * The exact two-sided Wilcoxon signed-rank test of differences, with the smaller of the two sums of ranks. Undefined
 * where ranks are not plain (a zero, or two differences of the same size), for none and for more than 50. Source:
 * Wilcoxon 1945.
 */
export function wilcoxonSignedRank(
  differences: readonly number[],
): { readonly statistic: number; readonly p: number } | undefined {
  const n = differences.length;
  const ordered = [...differences].sort((a, b) => Math.abs(a) - Math.abs(b));
  if (n === 0 || n > MOST || !hasPlainRanks(ordered)) return undefined;
  const positive = ordered.reduce((sum, difference, index) => sum + (difference > 0 ? index + 1 : 0), 0);
  const statistic = Math.min(positive, (n * (n + 1)) / 2 - positive);
  const atMost = rankSumChances(n)
    .subarray(0, statistic + 1)
    .reduce((sum, chance) => sum + chance, 0);
  return { statistic, p: Math.min(1, 2 * atMost) };
}

/** Whether sizes in ascending order are all above 0 and apart from each other. */
function hasPlainRanks(ordered: readonly number[]): boolean {
  return ordered.every((difference, index) => {
    const size = Math.abs(difference);
    return size - Math.abs(ordered[index - 1] ?? 0) > SAME * Math.max(1, size);
  });
}

/** The chance of each sum of positive ranks, where each rank is positive or not with the same chance. */
function rankSumChances(n: number): Float64Array {
  const chances = new Float64Array((n * (n + 1)) / 2 + 1);
  chances[0] = 1;
  for (let rank = 1; rank <= n; rank++) {
    for (let sum = (rank * (rank + 1)) / 2; sum >= 0; sum--) {
      chances[sum] = ((chances[sum] ?? 0) + (sum >= rank ? (chances[sum - rank] ?? 0) : 0)) / 2;
    }
  }
  return chances;
}
