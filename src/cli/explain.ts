import { ALL_CODES, codeText, isCode } from '../problems/codes.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import { ALL_WORDS, reasonText } from '../results/reasons.ts';
import type { ExplainFlags } from './explain-command.ts';
import { findOutcome } from './find-outcome.ts';
import { hideFor } from './hide-for.ts';
import { loadConfig } from './load-config.ts';
import { outcomePage } from './outcome-page.ts';
import type { Terminal } from './terminal.ts';

/** Runs `muster explain` and gives back its exit code. */
export async function runExplain(what: string, flags: ExplainFlags, terminal: Terminal): Promise<number> {
  const code = what.toUpperCase();
  if (isCode(code)) {
    const { message, hint, docs } = codeText(code);
    terminal.out(`${code}\n  says:  ${message}\n  to do: ${hint}\n\n${docs}\n`);
    return 0;
  }
  const reason = reasonText(what);
  if (reason !== undefined) {
    terminal.out(`${escapeTerminal(what)}: ${reason}\n`);
    return 0;
  }
  if (/^[0-9a-f]{4,16}$/.test(what)) return explainOutcome(what, flags, terminal);
  const near = didYouMean(what, [...ALL_CODES, ...ALL_WORDS]);
  throw new Failure('CLI_NOTHING_FOUND', {
    reason: `'${what}' is no code, no reason and no outcome id.${near}`,
    todo: 'ids stand in outcomes.jsonl of a run, codes in its problems',
  });
}

async function explainOutcome(id: string, flags: ExplainFlags, terminal: Terminal): Promise<number> {
  const found = await findOutcome(id, flags.run, terminal.cwd);
  const hide = await hideFor(await loadConfig(undefined, terminal.cwd), 'redacted');
  for (const line of outcomePage(found)) terminal.out(`${escapeTerminal(hide(line))}\n`);
  return 0;
}
