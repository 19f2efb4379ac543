import { mean, sampleVariance } from './moments.ts';
import { quantile } from './quantile.ts';

/** Several answers to the same question, put together. All is null where none is valid. */
export interface RepeatedSamples {
  readonly valid: number;
  readonly invalid: number;
  readonly mean: number | null;
  readonly median: number | null;
  /** The most frequent answer; null on a tie. */
  readonly mode: number | null;
  /** With n - 1; null also for a single valid answer. */
  readonly deviation: number | null;
  /** The share of the most frequent answer among the valid ones, on a tie too. */
  readonly agreementWithMode: number | null;
}

/** Puts the answers of repeated sampling together; null is an answer that is not valid, which never counts as 0. */
export function repeatedSamples(samples: readonly (number | null)[]): RepeatedSamples {
  const valid = samples.filter((sample) => sample !== null).sort((a, b) => a - b);
  const counts = { valid: valid.length, invalid: samples.length - valid.length };
  if (valid.length === 0)
    return { ...counts, mean: null, median: null, mode: null, deviation: null, agreementWithMode: null };
  const tally = new Map<number, number>();
  for (const sample of valid) tally.set(sample, (tally.get(sample) ?? 0) + 1);
  const [first, second] = [...tally].sort(([, a], [, b]) => b - a);
  return {
    ...counts,
    mean: mean(valid),
    median: quantile(valid, 0.5) ?? null,
    mode: first === undefined || first[1] === second?.[1] ? null : first[0],
    deviation: valid.length < 2 ? null : Math.sqrt(sampleVariance(valid)),
    agreementWithMode: (first?.[1] ?? 0) / valid.length,
  };
}
