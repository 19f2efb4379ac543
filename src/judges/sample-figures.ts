import { quantile } from '../statistics/quantile.ts';

/** Figures over the samples of one judgement. Null where there are too few of them. */
export interface SampleFigures {
  readonly valid: number;
  readonly invalid: number;
  readonly mean: number | null;
  readonly median: number | null;
  /** The value that occurs most often; null on a tie. */
  readonly majority: number | null;
  /** With n-1; null below two valid samples. */
  readonly sd: number | null;
  /** How often the most frequent value occurs, of the valid samples; also on a tie. */
  readonly agreement_with_mode: number | null;
}

/** Summarises samples; null stands for an invalid one, which counts as invalid and never as 0. */
export function sampleFigures(samples: readonly (number | null)[]): SampleFigures {
  const values = samples.filter((value) => value !== null);
  const valid = values.length;
  const invalid = samples.length - valid;
  if (valid === 0)
    return { valid, invalid, mean: null, median: null, majority: null, sd: null, agreement_with_mode: null };
  const sorted = [...values].sort((a, b) => a - b);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / valid;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const modes = modesOf(values);
  return {
    valid,
    invalid,
    mean,
    median: quantile(sorted, 0.5) ?? null,
    majority: modes.values.length === 1 ? (modes.values[0] ?? null) : null,
    sd: valid < 2 ? null : Math.sqrt(squares / (valid - 1)),
    agreement_with_mode: modes.count / valid,
  };
}

function modesOf(values: readonly number[]): { readonly values: readonly number[]; readonly count: number } {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let count = 0;
  for (const each of counts.values()) count = Math.max(count, each);
  return { values: [...counts].filter(([, each]) => each === count).map(([value]) => value), count };
}
