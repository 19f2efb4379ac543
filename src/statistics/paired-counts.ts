/** How the pairs of two arms came out, each arm a success or a failure on the same task. Counts of pairs. */
export interface PairedCounts {
  readonly bothSucceed: number;
  readonly treatmentOnly: number;
  readonly baselineOnly: number;
  readonly bothFail: number;
}

/** How many pairs there are. */
export function pairsOf({ bothSucceed, treatmentOnly, baselineOnly, bothFail }: PairedCounts): number {
  return bothSucceed + treatmentOnly + baselineOnly + bothFail;
}

/**
 * The success rate of the treatment less that of the baseline, in [-1, 1]: the estimate beside every paired interval.
 * Undefined without pairs.
 */
export function pairedDifference(counts: PairedCounts): number | undefined {
  const n = pairsOf(counts);
  return n === 0 ? undefined : (counts.treatmentOnly - counts.baselineOnly) / n;
}
