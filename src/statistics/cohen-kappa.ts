import { type AgreementTable, type Margins, marginsOf, overCells } from './agreement-table.ts';
import { sumOf } from './moments.ts';

/** How far apart two categories are: all alike, or by their places in the order of an ordinal scale. */
export type KappaWeights = 'nominal' | 'linear' | 'quadratic';

/** Agreement of two raters beyond chance, from -1 to 1. */
export interface CohenKappa {
  readonly kappa: number;
  /** By the delta method, for intervals. */
  readonly standardError: number;
}

const DISTANCE: Readonly<Record<KappaWeights, (row: number, column: number) => number>> = {
  nominal: (row, column) => (row === column ? 0 : 1),
  linear: (row, column) => Math.abs(row - column),
  quadratic: (row, column) => (row - column) ** 2,
};

/**
 * Cohen's kappa of a table of counts. Undefined where chance leaves no disagreement to expect: both raters gave one and
 * the same category, or nothing. Sources: Cohen 1960, 1968; standard error of Fleiss, Cohen and Everitt 1969.
 */
export function cohenKappa(table: AgreementTable, weights: KappaWeights = 'nominal'): CohenKappa | undefined {
  const distance = DISTANCE[weights];
  const margins = marginsOf(table);
  const { rows, columns, n } = margins;
  const observed = overCells(table, (count, row, column) => count * distance(row, column));
  const expected = overCells(table, (_, row, column) => at(rows, row) * at(columns, column) * distance(row, column));
  if (expected === 0) return undefined;
  const kappa = 1 - (n * observed) / expected;
  return { kappa, standardError: standardErrorOf(table, margins, kappa, distance) };
}

function standardErrorOf(
  table: AgreementTable,
  { rows, columns, n }: Margins,
  kappa: number,
  distance: (row: number, column: number) => number,
): number {
  const most = distance(0, table.length - 1);
  const weight = (row: number, column: number): number => 1 - distance(row, column) / most;
  const categories = [...table.keys()];
  const ofRow = categories.map((row) => sumOf(columns.map((count, column) => (count / n) * weight(row, column))));
  const ofColumn = categories.map((column) => sumOf(rows.map((count, row) => (count / n) * weight(row, column))));
  const chance = sumOf(ofRow.map((mean, row) => (at(rows, row) / n) * mean));
  const rest = 1 - kappa;
  const spread = overCells(
    table,
    (count, row, column) => (count / n) * (weight(row, column) - (at(ofRow, row) + at(ofColumn, column)) * rest) ** 2,
  );
  const variance = (spread - (kappa - chance * rest) ** 2) / (n * (1 - chance) ** 2);
  return Math.sqrt(Math.max(0, variance));
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}
