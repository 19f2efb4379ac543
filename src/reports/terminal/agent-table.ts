import type { AgentEntry } from '../../results/run-result.ts';
import { standingOf } from '../agent-roll.ts';
import { columnsOf, cutTo, padTo } from '../columns.ts';
import { grouped, plural, sortedCounts, tokens } from '../figures.ts';
import { filePlace } from '../place.ts';
import type { Page } from './page.ts';

interface Row {
  readonly agent: AgentEntry;
  readonly cells: readonly string[];
}

const HEAD = ['agent', 'role', 'runs', 'valid', 'not valid'] as const;
const RIGHT: ReadonlySet<number> = new Set([2, 3]);
const OTHER = 4;
const LEAST_NAME = 14;

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
    ],
  };
}

/** Own tokens are named where they differ from all. A subtotal of the subtree bounds the agent's own calls as well. */
function tokenWords({ tokens: figure }: AgentEntry): { readonly all: string; readonly own?: string } {
  const all = tokens(figure);
  if (figure.own === undefined) return { all };
  const own = tokens({ known: figure.own, complete: figure.complete });
  return own === all ? { all } : { all, own };
}

/** What of the tokens stands in the row; what does not stands on a line below it. */
type TokenColumn = 'all and own' | 'all' | 'none';

interface Layout {
  readonly head: readonly string[];
  readonly widths: readonly number[];
  readonly tokenColumn: TokenColumn;
}

/** The widest layout that leaves the names their room. */
function layoutOf(rows: readonly Row[], page: Page): Layout {
  const options: readonly (readonly [TokenColumn, readonly string[]])[] = [
    ['all and own', [...HEAD, 'tokens (own)']],
    ['all', [...HEAD, 'tokens']],
    ['none', HEAD],
  ];
  for (const [tokenColumn, head] of options) {
    const natural = head.map((title, at) =>
      rows.reduce((most, row) => Math.max(most, columnsOf(cellsOf(row, tokenColumn)[at] ?? '')), columnsOf(title)),
    );
    const [name = 0, ...others] = natural;
    const room = page.width - 2 * head.length - others.reduce((sum, width) => sum + width, 0);
    if (room < Math.min(name, LEAST_NAME) && tokenColumn !== 'none') continue;
    const widths = [Math.min(name, Math.max(LEAST_NAME, room)), ...others];
    widths[OTHER] = Math.max(9, Math.min(widths[OTHER] ?? 0, (widths[OTHER] ?? 0) + room - (widths[0] ?? 0)));
    return { head, widths, tokenColumn };
  }
  return { head: HEAD, widths: HEAD.map(columnsOf), tokenColumn: 'none' };
}

function cellsOf({ agent, cells }: Row, tokenColumn: TokenColumn): readonly string[] {
  if (tokenColumn === 'none') return cells;
  const { all, own } = tokenWords(agent);
  return [...cells, own === undefined || tokenColumn === 'all' ? all : `${all} (${own})`];
}

/** Agents in the order given, one line each, with the evidence under those that are not valid. */
export function* agentTable(agents: readonly AgentEntry[], page: Page): Generator<string> {
  const rows = agents.map((agent) => rowOf(agent, page));
  const { head, widths, tokenColumn } = layoutOf(rows, page);
  yield page.paint.dim(`  ${line(head, widths)}`.trimEnd());
  for (const row of rows) {
    const { mark, color } = look(row.agent, page);
    yield `${color(mark)} ${line(cellsOf(row, tokenColumn), widths, color)}`.trimEnd();
    const other = row.cells[OTHER] ?? '';
    if (columnsOf(other) > (widths[OTHER] ?? 0)) yield* page.flow(other, 4, 6);
    const tokenWords = tokenLine(row.agent, tokenColumn);
    if (tokenWords) yield* page.flow(tokenWords, 4, 6, page.paint.dim);
    yield* evidence(row.agent, page);
  }
}

function tokenLine(agent: AgentEntry, tokenColumn: TokenColumn): string | undefined {
  const { all, own } = tokenWords(agent);
  const ownWords = own === undefined ? '' : `own ${own}`;
  if (tokenColumn === 'none') return ownWords ? `tokens ${all}, ${ownWords}` : `tokens ${all}`;
  return tokenColumn === 'all' && ownWords ? `tokens ${ownWords}` : undefined;
}

function line(cells: readonly string[], widths: readonly number[], color = (text: string) => text): string {
  return widths
    .map((width, at) => {
      const cell = padTo(cutTo(cells[at] ?? '', width), width, RIGHT.has(at) ? 'right' : 'left');
      return at === 0 || at === OTHER ? color(cell) : cell;
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
