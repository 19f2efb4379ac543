import type { CostFigure } from '../prices/cost-ledger.ts';
import { columnsOf, cutTo, padTo } from '../reports/columns.ts';
import { costLeftOut, costWords } from '../reports/cost-words.ts';
import { escapeTerminal, guardLine } from '../reports/escape-terminal.ts';
import { grouped } from '../reports/figures.ts';
import { hideJson } from '../reports/hide-json.ts';
import type { Hide } from '../reports/redact.ts';
import { writeJson } from '../reports/write-json.ts';
import { dollarText, roundDollars } from '../results/dollars.ts';
import type { CostAmount, CostTotals } from '../results/run-result.ts';
import { CostBoard } from '../run/cost-board.ts';
import { EXIT } from '../verdicts/exit-code.ts';
import { inputOf, type TokenCount, totalOf } from '../views/token-count.ts';
import { hideFor } from './hide-for.ts';
import { loadConfig } from './load-config.ts';
import { loadPrices } from './load-prices.ts';
import { readSessions, refuseEmpty } from './read-sessions.ts';
import { tellProblems } from './tell-problems.ts';
import { tellUnmatched } from './tell-unmatched.ts';
import type { Terminal } from './terminal.ts';
import { filterTraces, traceFilter } from './trace-filter.ts';
import type { UsageFlags } from './usage-command.ts';
import { type Row, rowsOf, type Totals, totalsOf } from './usage-rows.ts';

const HEAD = [
  'agent',
  'runs',
  'calls',
  'input',
  'cache read',
  'cache write',
  'output',
  'own',
  'inclusive',
  'cost',
  'inclusive',
];
const NAME_WIDTH = 30;
const SHOWN_PROBLEMS = 5;

/** Runs `muster usage` and gives back its exit code. */
export async function runUsage(paths: readonly string[], flags: UsageFlags, terminal: Terminal): Promise<number> {
  const { cwd, signal, stdin } = terminal;
  const filter = traceFilter(flags.filter, 'usage');
  const config = await loadConfig(flags.config, cwd);
  const hide = await hideFor(config, 'redacted');
  const prices = await loadPrices(config, cwd);
  const read = await readSessions({
    paths,
    cwd,
    signal,
    stdin,
    ...(flags.source !== undefined && { source: flags.source }),
  });
  refuseEmpty(read, paths, terminal, { hide, content: 'redacted' });
  const sessions = filterTraces(read.sessions, filter);
  if (!read.interrupted) tellUnmatched(filter, hide, terminal);
  const rows = rowsOf(sessions, prices);
  const totals = totalsOf(sessions);
  const costs = new CostBoard(prices);
  for (const session of sessions) costs.add(session);
  const cost = costs.totals();
  if (flags.json) {
    const report = hideJson({ agents: rows.map(rowJson), ...totals, cost: costJson(cost) }, hide);
    for (const piece of writeJson(report, 2, 0)) terminal.out(piece);
    terminal.out('\n');
  } else if (sessions.length === 0 && flags.filter.length > 0) terminal.out('no trace matches the filter\n');
  else {
    print(rows, totals, terminal, hide);
    printCost(cost, terminal, hide);
  }
  const more = '; `muster grade` lists them';
  tellProblems(read.problems, terminal, { limit: SHOWN_PROBLEMS, more, hide, content: 'redacted' });
  return read.interrupted ? EXIT.interrupted : EXIT.done;
}

function rowJson(row: Row): Record<string, unknown> {
  return {
    agent: row.agent,
    delegated: row.delegated,
    runs: row.runs,
    calls: row.calls,
    own: { ...row.own, complete: row.ownComplete },
    inclusive: { ...row.inclusive, complete: row.inclusiveComplete },
    cost: { own: amount(row.cost), inclusive: amount(row.inclusiveCost) },
  };
}

function print(
  rows: readonly Row[],
  { recorded, complete, total, leftOut }: Totals,
  terminal: Terminal,
  hide: Hide,
): void {
  const body = rows.map((row) => {
    const name = cutTo(escapeTerminal(hide(row.agent)), NAME_WIDTH);
    return [
      row.delegated ? `  ${name}` : name,
      grouped(row.runs),
      grouped(row.calls),
      grouped(row.own.inputUncached),
      grouped(row.own.cacheRead),
      grouped(row.own.cacheWrite),
      grouped(row.own.output),
      figureOf(row.own, row.ownComplete),
      figureOf(row.inclusive, row.inclusiveComplete),
      costOf(row.cost),
      costOf(row.inclusiveCost),
    ];
  });
  for (const line of columns([HEAD, ...body])) terminal.out(`${line}\n`);
  terminal.out('\n');
  if (!recorded) {
    terminal.out('No token figure was recorded.\n');
    return;
  }
  const least = complete ? '' : 'at least ';
  terminal.out(
    `Counted once: ${least}${grouped(inputOf(total))} in (${grouped(total.cacheRead)} read from and ${grouped(total.cacheWrite)} written to a cache), ${least}${grouped(total.output)} out, ${least}${grouped(totalOf(total))} in all.\n`,
  );
  for (const { reason, count } of leftOut)
    terminal.out(`  not counted: ${grouped(count)} × ${reason.replaceAll('_', ' ')}\n`);
}

/** Rows under each other: names to the left, figures to the right. */
function* columns(rows: readonly (readonly string[])[]): Generator<string> {
  const widths = HEAD.map((_, at) => rows.reduce((most, row) => Math.max(most, columnsOf(row[at] ?? '')), 0));
  for (const row of rows)
    yield guardLine(widths.map((width, at) => padTo(row[at] ?? '', width, at === 0 ? 'left' : 'right')).join('  '));
}

function figureOf(count: TokenCount, complete: boolean): string {
  return complete ? grouped(totalOf(count)) : `≥ ${grouped(totalOf(count))}`;
}

function printCost(cost: CostTotals, terminal: Terminal, hide: Hide): void {
  const words = costWords(cost);
  if (words === undefined) return;
  terminal.out(`${guardLine(escapeTerminal(hide(`Cost: ${words}.`)))}\n`);
  const unknown = costLeftOut(cost);
  if (unknown) terminal.out(`${guardLine(escapeTerminal(hide(`  not known exactly: ${unknown}`)))}\n`);
}

function costOf({ low, high }: CostFigure): string {
  const text = dollarText(roundDollars(low));
  if (high !== null && roundDollars(low) === roundDollars(high)) return text;
  return low === 0 ? 'unknown' : `≥ ${text}`;
}

function amount({ low, high }: CostFigure): { readonly at_least: number; readonly at_most?: number } {
  return { at_least: roundDollars(low), ...(high !== null && { at_most: roundDollars(high) }) };
}

/** Unknown amounts are absent. */
function costJson({ total, delegated, ...cost }: CostTotals): Record<string, unknown> {
  const known = ({ known: usd, ...rest }: CostAmount) => (usd === null ? rest : { known: usd, ...rest });
  return { total: known(total), delegated: known(delegated), ...cost };
}
