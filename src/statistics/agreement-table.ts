/** How often two raters gave each pair of categories: rows are the first rater's, columns the second's, both alike. */
export type AgreementTable = readonly (readonly number[])[];

/** Counts of a table by row and by column, and of all. */
export interface Margins {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly n: number;
}

/** The margins of a table, in counts. */
export function marginsOf(table: AgreementTable): Margins {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columns = table.map((_, column) => table.reduce((sum, row) => sum + (row[column] ?? 0), 0));
  return { rows, columns, n: rows.reduce((sum, count) => sum + count, 0) };
}

/** The sum over all cells of what a cell gives. */
export function overCells(table: AgreementTable, of: (count: number, row: number, column: number) => number): number {
  let sum = 0;
  for (const [row, counts] of table.entries()) {
    for (const [column, count] of counts.entries()) sum += of(count, row, column);
  }
  return sum;
}

/** The share of items to which both raters gave the same category. Undefined for none. */
export function observedAgreement(table: AgreementTable): number | undefined {
  const { n } = marginsOf(table);
  return n === 0 ? undefined : overCells(table, (count, row, column) => (row === column ? count : 0)) / n;
}
