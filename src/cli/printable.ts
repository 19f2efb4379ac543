import { escapeTerminal, guardLine } from '../reports/escape-terminal.ts';

/**
 * Text for standard error. A file name or a value in it must not act on a terminal, nor open a line of a CI log as a
 * command; line ends stay.
 */
export function printable(text: string): string {
  return text
    .split('\n')
    .map((line) => guardLine(escapeTerminal(line)))
    .join('\n');
}
