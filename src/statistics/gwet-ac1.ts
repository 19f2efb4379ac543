import { type AgreementTable, marginsOf, observedAgreement } from './agreement-table.ts';

/**
 * Gwet's AC1 of two raters, which stays steady where nearly all items are of one category. Undefined for fewer than two
 * categories, and for no items. Source: Gwet 2008.
 */
export function gwetAc1(table: AgreementTable): number | undefined {
  const observed = observedAgreement(table);
  if (observed === undefined || table.length < 2) return undefined;
  const { rows, columns, n } = marginsOf(table);
  const shares = rows.map((count, category) => (count + (columns[category] ?? 0)) / (2 * n));
  const chance = shares.reduce((sum, share) => sum + share * (1 - share), 0) / (table.length - 1);
  return (observed - chance) / (1 - chance);
}
