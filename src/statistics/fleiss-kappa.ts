import { sumOf } from './moments.ts';

/**
 * Fleiss' kappa of several raters: for each item, how many gave each category. Undefined where items have different
 * numbers of raters, fewer than two, or all ratings are one category. Source: Fleiss 1971.
 */
export function fleissKappa(counts: readonly (readonly number[])[]): number | undefined {
  const raters = sumOf(counts[0] ?? []);
  if (raters < 2 || counts.some((row) => sumOf(row) !== raters)) return undefined;
  const all = counts.length * raters;
  const totals = (counts[0] ?? []).map((_, category) => sumOf(counts.map((row) => row[category] ?? 0)));
  if (totals.includes(all)) return undefined;
  const pairs = sumOf(counts.map((row) => sumOf(row.map((count) => count * (count - 1)))));
  const observed = pairs / (all * (raters - 1));
  const chance = sumOf(totals.map((total) => (total / all) ** 2));
  return (observed - chance) / (1 - chance);
}
