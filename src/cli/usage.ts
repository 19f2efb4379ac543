import { compareText } from '../model/canonical-order.ts';
import type { Session } from '../model/trace.ts';
import { columnsOf, cutTo, padTo } from '../reports/columns.ts';
import { escapeTerminal, guardLine } from '../reports/escape-terminal.ts';
import { grouped } from '../reports/figures.ts';
import { hideJson } from '../reports/hide-json.ts';
import type { Hide } from '../reports/redact.ts';
import { writeJson } from '../reports/write-json.ts';
import { EXIT } from '../verdicts/exit-code.ts';
import { sessionUsage } from '../views/session-usage.ts';
import { addTokens, inputOf, NO_TOKENS, type TokenCount, totalOf } from '../views/token-count.ts';
import { hideFor } from './hide-for.ts';
import { loadConfig } from './load-config.ts';
import { readSessions, refuseEmpty } from './read-sessions.ts';
import { tellProblems } from './tell-problems.ts';
import type { Terminal } from './terminal.ts';
import { traceFilter } from './trace-filter.ts';
import type { UsageFlags } from './usage-command.ts';

const HEAD = ['agent', 'runs', 'calls', 'input', 'cache read', 'cache write', 'output', 'own', 'inclusive'];
const NAME_WIDTH = 30;
const SHOWN_PROBLEMS = 5;

interface Row {
  readonly agent: string;
  readonly delegated: boolean;
  runs: number;
  calls: number;
  own: TokenCount;
  ownComplete: boolean;
  inclusive: TokenCount;
  inclusiveComplete: boolean;
}

/** Runs `muster usage` and gives back its exit code. */
export async function runUsage(paths: readonly string[], flags: UsageFlags, terminal: Terminal): Promise<number> {
  const { cwd, signal, stdin } = terminal;
  const filter = traceFilter(flags.filter, 'usage');
  const hide = await hideFor(await loadConfig(undefined, cwd), 'redacted');
  const read = await readSessions({
    paths,
    cwd,
    signal,
    stdin,
    ...(flags.source !== undefined && { source: flags.source }),
  });
  refuseEmpty(read, paths, terminal, { hide, content: 'redacted' });
  const sessions = filter(read.sessions);
  const rows = rowsOf(sessions);
  const totals = totalsOf(sessions);
  if (flags.json) {
    const report = hideJson({ agents: rows.map(rowJson), ...totals }, hide);
    for (const piece of writeJson(report, 2, 0)) terminal.out(piece);
    terminal.out('\n');
  } else print(rows, totals, terminal, hide);
  const more = '; `muster grade` lists them';
  tellProblems(read.problems, terminal, { limit: SHOWN_PROBLEMS, more, hide, content: 'redacted' });
  return read.interrupted ? EXIT.interrupted : EXIT.done;
}

function rowsOf(sessions: readonly Session[]): Row[] {
  const rows = new Map<string, Row>();
  for (const session of sessions) {
    for (const { agent, own, ownComplete, inclusive, inclusiveComplete, calls } of sessionUsage(session).agents) {
      const key = `${agent.role} ${agent.name}`;
      const row = rows.get(key) ?? {
        agent: agent.name,
        delegated: agent.role === 'delegated',
        runs: 0,
        calls: 0,
        own: NO_TOKENS,
        ownComplete: true,
        inclusive: NO_TOKENS,
        inclusiveComplete: true,
      };
      rows.set(key, row);
      row.runs++;
      row.calls += calls;
      row.own = addTokens(row.own, own);
      row.inclusive = addTokens(row.inclusive, inclusive);
      row.ownComplete &&= ownComplete;
      row.inclusiveComplete &&= inclusiveComplete;
    }
  }
  return [...rows.values()].sort((a, b) => totalOf(b.own) - totalOf(a.own) || compareText(a.agent, b.agent));
}

interface Totals {
  readonly recorded: boolean;
  readonly complete: boolean;
  readonly total: TokenCount;
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[];
}

function totalsOf(sessions: readonly Session[]): Totals {
  const all = sessions.map(sessionUsage);
  const leftOut = new Map<string, number>();
  for (const { reason, count } of all.flatMap((each) => each.leftOut))
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
  const recorded = all.some((each) => each.recorded);
  return {
    recorded,
    complete: recorded && all.every((each) => each.complete || (!each.recorded && each.leftOut.length === 0)),
    total: all.reduce((sum, each) => addTokens(sum, each.total), NO_TOKENS),
    leftOut: [...leftOut].sort(([a], [b]) => compareText(a, b)).map(([reason, count]) => ({ reason, count })),
  };
}

function rowJson(row: Row): Record<string, unknown> {
  return {
    agent: row.agent,
    delegated: row.delegated,
    runs: row.runs,
    calls: row.calls,
    own: { ...row.own, complete: row.ownComplete },
    inclusive: { ...row.inclusive, complete: row.inclusiveComplete },
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
