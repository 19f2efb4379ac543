import { compareText } from '../../model/canonical-order.ts';
import { field, type Json, listField, numberField, textField } from '../../model/json.ts';
import type { Outcome } from '../../results/outcome.ts';
import type { TableCount } from '../define-metric.ts';
import { type CallVerdict, isCorrect, short } from './judge-call.ts';

const LISTED = 500;
const COLUMNS = ['correct', 'incorrect', 'unknown'] as const;

/** Calls of each tool: how many were correct, incorrect and unknown. */
export function countedTable(verdicts: readonly CallVerdict[]): Json {
  const rows = new Map<string, { correct: number; incorrect: number; unknown: number }>();
  for (const verdict of verdicts) {
    const name = short(verdict.name);
    const row = rows.get(name) ?? { correct: 0, incorrect: 0, unknown: 0 };
    rows.set(name, row);
    const correct = isCorrect(verdict);
    row[correct === null ? 'unknown' : correct ? 'correct' : 'incorrect']++;
  }
  return [...rows]
    .sort(([a], [b]) => compareText(a, b))
    .slice(0, LISTED)
    .map(([name, counts]) => ({ name, ...counts }));
}

/** Calls by tool, and misses, of the runs of a suite. */
export function tableCounts({ details }: Outcome): TableCount[] {
  const byTool = listField(details, 'tools').flatMap((row) =>
    COLUMNS.map((column) => ({
      table: 'tools',
      key: textField(row, 'name') ?? '',
      column,
      count: numberField(row, column) ?? 0,
    })),
  );
  const byMiss = listField(details, 'misses').map((row) => ({
    table: 'misses',
    key: textField(row, 'miss') ?? '',
    column: 'calls',
    count: numberField(row, 'count') ?? 0,
  }));
  const vacuous = field(details, 'vacuous') === true;
  return [...byTool.filter(({ count }) => count > 0), ...byMiss, ...(vacuous ? [VACUOUS] : [])];
}

const VACUOUS: TableCount = { table: 'runs', key: 'without any call', column: 'runs', count: 1 };
