import { type Interval, LEVEL, tAround } from './interval.ts';
import { allAlike, mean, sampleVariance } from './moments.ts';
import { studentTCdf } from './student-t.ts';

/** The mean of differences and what the t distribution says about it. */
export interface PairedT {
  /** Mean difference, treatment less baseline, in the unit of the values. */
  readonly estimate: number;
  readonly df: number;
  /** Null for fewer than two differences. */
  readonly standardError: number | null;
  /** Null, as `p` and `interval`, where the differences do not vary: they say nothing about others. */
  readonly t: number | null;
  /** Two-sided, that the mean is 0. */
  readonly p: number | null;
  readonly interval: Interval | null;
}

/** The paired t test and interval, of one difference a task. Undefined for no differences. Source: Student 1908. */
export function pairedT(differences: readonly number[], level = LEVEL): PairedT | undefined {
  const n = differences.length;
  if (n === 0) return undefined;
  const estimate = mean(differences);
  const nothing = { estimate, df: n - 1, t: null, p: null, interval: null };
  if (n < 2) return { ...nothing, standardError: null };
  if (allAlike(differences)) return { ...nothing, standardError: 0 };
  const standardError = Math.sqrt(sampleVariance(differences) / n);
  const t = estimate / standardError;
  const interval = tAround(estimate, standardError, n - 1, level) ?? null;
  return { estimate, df: n - 1, standardError, t, p: 2 * studentTCdf(-Math.abs(t), n - 1), interval };
}
