import type { TableCount } from '../metrics/define-metric.ts';
import type { SummaryTable } from '../results/metric-summary.ts';
import { compareKeys, Keyed } from './keyed.ts';

const ROWS = 50;

/** Sums up what the outcomes of a metric count, table by table. */
export class TableBoard {
  readonly #tables = new Keyed(() => new Keyed(() => new Map<string, number>()));

  add(counts: readonly TableCount[]): void {
    for (const { table, key, column, count } of counts) {
      const row = this.#tables.of(table)?.of(key);
      row?.set(column, (row.get(column) ?? 0) + count);
    }
  }

  /** Every table by name, each with its greatest rows. */
  tables(): Record<string, SummaryTable> {
    const { entries } = this.#tables.first(ROWS, () => 0);
    return Object.fromEntries(
      entries.map(([name, keyed]) => {
        const { entries: rows, leftOut } = keyed.first(ROWS, ([, a], [, b]) => total(b) - total(a));
        return [name, { rows: rows.map(([key, counts]) => ({ key, counts: record(counts) })), left_out: leftOut }];
      }),
    );
  }
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function record(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => compareKeys(a, b)));
}
