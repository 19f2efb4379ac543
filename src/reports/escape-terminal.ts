import { visible } from './visible.ts';

/**
 * Data for a terminal or the log of a CI job: no control sequences, and no `##[…]` or `##vso[…]`, which log readers
 * run wherever they stand in a line. Commands that open a line (`::…`) are the line wrapper's care.
 */
export function escapeTerminal(text: string): string {
  return visible(text).replace(/##(?=\w*\[)/g, '#\\#');
}

/** A finished line whose text may come from data: one that would open with `::` is set off by a backslash. */
export function guardLine(line: string): string {
  return line.replace(/^(\s*)::/, '$1\\::');
}
