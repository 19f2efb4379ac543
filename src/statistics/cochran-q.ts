import { chiSquaredSurvival } from './chi-squared.ts';
import { sumOf } from './moments.ts';

/** What Cochran's test found. */
export interface CochranQ {
  readonly q: number;
  readonly df: number;
  /** By the chi-squared distribution, which is an approximation: more is less likely. */
  readonly p: number;
}

/**
 * Cochran's Q test that several treatments succeed as often on the same tasks: one row a task, one column a treatment,
 * true for success. Undefined where no task tells the treatments apart, and with fewer than two. Source: Cochran 1950.
 */
export function cochranQ(tasks: readonly (readonly boolean[])[]): CochranQ | undefined {
  const k = tasks[0]?.length ?? 0;
  if (k < 2 || tasks.some((row) => row.length !== k)) return undefined;
  const columns = Array.from({ length: k }, (_, column) => tasks.filter((row) => row[column]).length);
  const rows = tasks.map((row) => row.filter(Boolean).length);
  const total = sumOf(rows);
  const spread = k * total - sumOf(rows.map((each) => each * each));
  if (spread === 0) return undefined;
  const q = ((k - 1) * (k * sumOf(columns.map((each) => each * each)) - total * total)) / spread;
  return { q, df: k - 1, p: chiSquaredSurvival(q, k - 1) };
}
