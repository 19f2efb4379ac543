import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ALL_CODES, codeText, isCode } from '../problems/codes.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import { formatAt } from '../problems/problem.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import type { Outcome } from '../results/outcome.ts';
import { REASONS, reasonText } from '../results/reasons.ts';
import { readLines } from '../run/read-lines.ts';
import type { ExplainFlags } from './explain-command.ts';
import { hideFor } from './hide-for.ts';
import { loadConfig } from './load-config.ts';
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
  const near = didYouMean(what, [...ALL_CODES, ...Object.keys(REASONS)]);
  throw new Failure('CLI_NOTHING_FOUND', {
    reason: `'${what}' is no code, no reason and no outcome id.${near}`,
    todo: 'ids stand in outcomes.jsonl of a run, codes in its problems',
  });
}

async function explainOutcome(id: string, flags: ExplainFlags, terminal: Terminal): Promise<number> {
  const folders = flags.run === undefined ? await runFolders(terminal.cwd) : [resolve(terminal.cwd, flags.run)];
  const hide = await hideFor(await loadConfig(undefined, terminal.cwd), 'redacted');
  for (const folder of folders) {
    const outcome = await findOutcome(folder, id);
    if (!outcome) continue;
    terminal.out(
      outcomeLines(outcome)
        .map((line) => `${escapeTerminal(hide(line))}\n`)
        .join(''),
    );
    return 0;
  }
  throw new Failure('CLI_NOTHING_FOUND', {
    reason: `no outcome '${id}' in ${folders.length === 1 ? 'the run' : `${folders.length} runs`}`,
    todo: 'plain passes are written with --outcomes all; name the run with --run FOLDER',
  });
}

async function runFolders(cwd: string): Promise<string[]> {
  const runs = join(cwd, '.muster', 'runs');
  const names = await readdir(runs).catch(() => []);
  return names
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(runs, name));
}

async function findOutcome(folder: string, id: string): Promise<Outcome | undefined> {
  try {
    for await (const outcome of readLines<Outcome>(join(folder, 'outcomes.jsonl')))
      if (outcome.id.startsWith(id)) return outcome;
    return undefined;
  } catch (error) {
    throw new Failure('RUN_BAD_RESULT', {
      path: folder,
      reason: error instanceof Error ? error.message : 'it cannot be read',
    });
  }
}

function outcomeLines(outcome: Outcome): string[] {
  const { partition } = outcome;
  const verdict =
    outcome.status === 'scored'
      ? `scored ${outcome.score}${outcome.label === undefined ? '' : `, ${outcome.label}`}`
      : outcome.status;
  const lines = [
    `${outcome.id}  ${outcome.metric} ${outcome.version}`,
    `  about:    ${[partition.type, partition.agent, partition.span_id, partition.trace_id, partition.session_id].filter((part) => part !== undefined).join('  ')}`,
    `  verdict:  ${verdict}`,
    `  because:  ${outcome.because}`,
  ];
  if ('reason' in outcome && outcome.reason !== undefined)
    lines.push(`  reason:   ${outcome.reason}: ${reasonText(outcome.reason) ?? 'given by the metric'}`);
  if ('bounds' in outcome && outcome.bounds)
    lines.push(`  bounds:   ${outcome.bounds.map((bound) => bound ?? 'no limit').join(' to ')}`);
  for (const { at, span_id: span } of outcome.evidence)
    lines.push(`  evidence: ${at ? formatAt(at) : ''}${span === undefined ? '' : `  span ${span}`}`);
  if (outcome.touched_by.length) lines.push(`  touched by: ${outcome.touched_by.join(', ')}`);
  lines.push(`  config:   ${outcome.config_hash}`, `  details:  ${JSON.stringify(outcome.details)}`);
  return lines;
}
