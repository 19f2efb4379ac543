/**
 * The chance that at least one of `k` trials of a task is a success, from `c` successes in `n`: 1 - C(n-c,k)/C(n,k).
 * Null where there are fewer than `k` trials. Source: Chen et al. 2021.
 */
export function passAtK(n: number, c: number, k: number): number | null {
  const none = allOf(n, n - c, k);
  return none === null ? null : 1 - none;
}

/**
 * The chance that all of `k` trials of a task are successes, from `c` successes in `n`: C(c,k)/C(n,k). Null where there
 * are fewer than `k` trials. Source: Yao et al. 2024 (tau-bench), with the trials of each task.
 */
export function passHatK(n: number, c: number, k: number): number | null {
  return allOf(n, c, k);
}

/** C(c,k)/C(n,k) as a product of shares: no coefficient is ever too large for a number. */
function allOf(n: number, c: number, k: number): number | null {
  if (k < 1 || k > n) return null;
  if (k > c) return 0;
  let chance = 1;
  for (let taken = 0; taken < k; taken++) chance *= (c - taken) / (n - taken);
  return chance;
}
