/**
 * The length of the longest common subsequence of two lists, by bits: one addition of a row for each item of the second
 * (Hyyrö 2004, Bit-Parallel LCS-length Computation Revisited).
 */
export function longestCommonSubsequence(first: readonly string[], second: readonly string[]): number {
  const places = new Map<string, bigint>();
  for (const [place, item] of first.entries()) places.set(item, (places.get(item) ?? 0n) | (1n << BigInt(place)));
  const all = (1n << BigInt(first.length)) - 1n;
  let row = all;
  for (const item of second) {
    const matches = row & (places.get(item) ?? 0n);
    if (matches !== 0n) row = ((row + matches) | (row - matches)) & all;
  }
  return first.length - ones(row);
}

function ones(bits: bigint): number {
  let count = 0;
  for (const digit of bits.toString(2)) if (digit === '1') count++;
  return count;
}
