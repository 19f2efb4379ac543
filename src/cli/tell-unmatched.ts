import { escapeTerminal } from '../reports/escape-terminal.ts';
import type { Hide } from '../reports/redact.ts';
import type { GlobFilter } from '../run/glob-filter.ts';
import type { Terminal } from './terminal.ts';

/** Says on standard error what of a filter matched nothing. Names of the recording are hidden as the user chose. */
export function tellUnmatched(filter: Pick<GlobFilter<never>, 'unmatched'>, hide: Hide, terminal: Terminal): void {
  for (const note of filter.unmatched()) terminal.err(`muster: ${escapeTerminal(hide(note))}\n`);
}
