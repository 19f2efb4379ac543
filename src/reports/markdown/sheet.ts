import type { ReportOptions } from '../define-report.ts';
import { escapeMarkdown } from '../escape-markdown.ts';
import { hideContent } from '../redact.ts';

const LENGTH = 400;

/** Data for a line or a cell: hidden as the user chose, cut, escaped. */
export type Say = (text: string) => string;

/** How this report shows data. */
export async function makeSay(options: ReportOptions): Promise<Say> {
  const hide = await hideContent(options);
  return (text) => {
    const shown = hide(text);
    return escapeMarkdown(shown.length > LENGTH ? `${shown.slice(0, LENGTH)}…` : shown);
  };
}

/** A table of finished cells. */
export function* table(head: readonly string[], rows: Iterable<readonly string[]>): Generator<string> {
  yield row(head);
  yield row(head.map(() => '---'));
  for (const cells of rows) yield row(cells);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell || ' ').join(' | ')} |`;
}

/** Lines that are folded until the reader opens them. */
export function* folded(summary: string, lines: Iterable<string>): Generator<string> {
  yield '';
  yield `<details><summary>${summary}</summary>`;
  yield '';
  yield* lines;
  yield '';
  yield '</details>';
}
