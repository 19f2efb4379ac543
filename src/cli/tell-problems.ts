import { formatAt, type Problem } from '../problems/problem.ts';
import type { ContentMode } from '../reports/define-report.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import { grouped } from '../reports/figures.ts';
import { shownProblem } from '../reports/problem-text.ts';
import type { Hide } from '../reports/redact.ts';
import type { Terminal } from './terminal.ts';

/** How problems are told: how many, where the rest is found, and what is hidden. */
export interface Telling {
  readonly limit: number;
  /** Said behind the count of the rest, such as `; \`muster grade\` lists them`. */
  readonly more?: string;
  readonly content: ContentMode;
  readonly hide: Hide;
}

/** Writes the first problems to standard error: place, code, message, and once for each code what to do about it. */
export function tellProblems(problems: readonly Problem[], terminal: Terminal, telling: Telling): void {
  const { limit, more = '', content, hide } = telling;
  const told = new Set<string>();
  for (const each of problems.slice(0, limit)) {
    const { code, message, hint, at } = shownProblem(each, content);
    terminal.err(`muster: ${escapeTerminal(hide(`${at ? `${formatAt(at)}: ` : ''}${code}: ${message}`))}\n`);
    if (!told.has(code)) terminal.err(`  ${escapeTerminal(hide(hint))}\n`);
    told.add(code);
  }
  const rest = problems.length - limit;
  if (rest > 0) terminal.err(`muster: … and ${grouped(rest)} more ${rest === 1 ? 'problem' : 'problems'}${more}\n`);
}
