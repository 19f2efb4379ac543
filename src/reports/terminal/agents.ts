import type { AgentEntry, RunResult } from '../../results/run-result.ts';
import { bothRates, leftOutPhrase, standingOf, worstFirst } from '../agent-roll.ts';
import { columnsOf, cutTo, padTo } from '../columns.ts';
import { grouped, plural, sortedCounts, tokens } from '../figures.ts';
import { filePlace } from '../place.ts';
import { usageLeftOut, usageWords } from '../summary-words.ts';
import type { Page } from './page.ts';

interface Row {
  readonly agent: AgentEntry;
  readonly cells: readonly [name: string, role: string, runs: string, valid: string, other: string, tokens: string];
}

const HEAD = ['agent', 'role', 'runs', 'valid', 'not valid', 'tokens (own)'] as const;
const RIGHT: ReadonlySet<number> = new Set([2, 3]);
const LEAST_NAME = 14;

/** One line an agent, worst first, with the evidence under those that are not valid; then both rates and tokens. */
export function* agents(run: RunResult, page: Page, limit: number): Generator<string> {
  yield '';
  if (run.agents.length === 0) {
    yield* page.flow('No agent was recorded in what was read.', 0, 0, page.paint.yellow);
  } else {
    const ordered = worstFirst(run.agents);
    const rows = ordered.slice(0, limit).map((agent) => rowOf(agent, page));
    yield* table(rows, page);
    const rest = ordered.slice(limit);
    if (rest.length) yield page.paint.dim(`… and ${restWords(rest)}; --limit ${ordered.length} shows all`);
    yield '';
    yield* page.flow(`${sentence(bothRates(run.agents))}.`, 0, 2, page.paint.bold);
    const leftOut = leftOutPhrase(run.agents);
    if (leftOut) yield* page.flow(`left out of the rates: ${leftOut}`, 2, 4);
  }
  yield* page.flow(`Tokens counted once: ${usageWords(run.usage)}.`, 0, 2);
  const leftOut = usageLeftOut(run.usage);
  if (leftOut) yield* page.flow(`left out of the totals: ${page.say(leftOut)}`, 2, 4);
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function restWords(rest: readonly AgentEntry[]): string {
  const bad = rest.filter((agent) => standingOf(agent).badCount > 0).length;
  const state = bad === 0 ? 'none with a run that is not valid' : `${bad} of them with runs that are not valid`;
  return `${grouped(rest.length)} more ${rest.length === 1 ? 'agent' : 'agents'}, ${state}`;
}

function rowOf(agent: AgentEntry, page: Page): Row {
  const standing = standingOf(agent);
  const judged = Object.values(agent.labels).some((count) => count > 0);
  const other = [
    ...sortedCounts(standing.bad).map(([label, count]) => `${grouped(count)} ${label}`),
    ...(standing.unresolved ? [`${grouped(standing.unresolved)} unresolved`] : []),
    ...(agent.labels.not_applicable ? [`${grouped(agent.labels.not_applicable)} not applicable`] : []),
  ].join(', ');
  return {
    agent,
    cells: [
      page.say(agent.agent),
      agent.delegated ? `sub ${agent.depth}` : 'root',
      grouped(agent.runs),
      judged ? grouped(standing.valid) : '?',
      page.say(other || (judged || agent.missing ? '-' : 'not judged')),
      tokenCell(agent),
    ],
  };
}

function tokenCell(agent: AgentEntry): string {
  const { all, own } = tokenWords(agent);
  return own === undefined ? all : `${all} (${own})`;
}

/** Own tokens are named where they differ from all. A subtotal of the subtree bounds the agent's own calls as well. */
function tokenWords({ tokens: figure }: AgentEntry): { readonly all: string; readonly own?: string } {
  const all = tokens(figure);
  if (figure.own === undefined) return { all };
  const own = tokens({ known: figure.own, complete: figure.complete });
  return own === all ? { all } : { all, own };
}

function* table(rows: readonly Row[], page: Page): Generator<string> {
  const natural = HEAD.map((head, at) =>
    Math.max(columnsOf(head), ...rows.map(({ cells }) => columnsOf(cells[at] ?? ''))),
  );
  const gaps = 2 + 2 * (HEAD.length - 1);
  const others = natural.slice(1).reduce((sum, width) => sum + width, 0);
  const room = page.width - gaps - others;
  const tight = room < Math.min(natural[0] ?? 0, LEAST_NAME);
  // Where the line is too narrow, tokens move to a line of their own.
  const spare = tight ? room + (natural[5] ?? 0) + 2 : room;
  const widths = [Math.min(natural[0] ?? 0, Math.max(LEAST_NAME, spare)), ...natural.slice(1, tight ? 5 : 6)];
  const used = 2 + 2 * (widths.length - 1);
  widths[4] = Math.max(9, Math.min(widths[4] ?? 0, page.width - used - sum(widths, 4)));
  yield page.paint.dim(`  ${line(HEAD, widths)}`.trimEnd());
  for (const { agent, cells } of rows) {
    const { mark, color } = look(agent, page);
    yield `${color(mark)} ${line(cells, widths, color)}`.trimEnd();
    if (tight) yield* page.flow(tokenLine(agent), 4, 6, page.paint.dim);
    yield* evidence(agent, page);
  }
}

function tokenLine(agent: AgentEntry): string {
  const { all, own } = tokenWords(agent);
  return `tokens ${all}${own === undefined ? '' : `, own ${own}`}`;
}

function sum(widths: readonly number[], except: number): number {
  return widths.reduce((total, width, at) => (at === except ? total : total + width), 0);
}

function line(cells: readonly string[], widths: readonly number[], color = (text: string) => text): string {
  return widths
    .map((width, at) => {
      const cell = padTo(cutTo(cells[at] ?? '', width), width, RIGHT.has(at) ? 'right' : 'left');
      return at === 0 || at === 4 ? color(cell) : cell;
    })
    .join('  ');
}

function look(agent: AgentEntry, page: Page): { mark: string; color: (text: string) => string } {
  const standing = standingOf(agent);
  if (standing.badCount > 0) return { mark: '✗', color: page.paint.red };
  if (standing.unresolved > 0 || standing.valid === 0) return { mark: '?', color: page.paint.yellow };
  return { mark: '✓', color: page.paint.green };
}

function* evidence({ worst, missing, runs }: AgentEntry, page: Page): Generator<string> {
  if (worst && worst.label !== 'valid') {
    const place = worst.at ? `${page.say(filePlace(worst.at))}  ` : '';
    yield* page.flow(`${place}${page.say(worst.because)}`, 4, 6);
  } else if (missing > 0) {
    const observed = runs ? `${plural(runs, 'run')} observed` : 'no run was observed';
    yield* page.flow(`${plural(missing, 'delegation')} issued and never returned; ${observed}`, 4, 6);
  }
}
