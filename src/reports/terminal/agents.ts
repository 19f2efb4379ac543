import type { AgentEntry, RunResult } from '../../results/run-result.ts';
import { bothRates, leftOutPhrase, standingOf, worstFirst } from '../agent-roll.ts';
import { costLeftOut, costWords } from '../cost-words.ts';
import type { ReportOptions } from '../define-report.ts';
import { grouped } from '../figures.ts';
import { shownAgents, shownWords } from '../line-filter.ts';
import { usageLeftOut, usageWords } from '../summary-words.ts';
import { agentTable } from './agent-table.ts';
import type { Page } from './page.ts';

/** One line an agent, worst first, with the evidence under those that are not valid; then both rates and tokens. */
export function* agents(run: RunResult, page: Page, options: ReportOptions): Generator<string> {
  yield '';
  if (run.agents.length === 0) {
    yield* page.flow('No agent was recorded in what was read.', 0, 0, page.paint.yellow);
  } else {
    yield* agentLines(shownAgents(run, options), page, options);
    const shown = shownWords(run, options);
    if (shown) yield* page.flow(page.say(shown), 0, 2, page.paint.dim);
    yield '';
    yield* page.flow(`${page.say(sentence(bothRates(run)))}.`, 0, 2, page.paint.bold);
    const leftOut = leftOutPhrase(run);
    if (leftOut) yield* page.flow(`left out of the rates: ${leftOut}`, 2, 4);
  }
  yield* page.flow(`Tokens counted once: ${usageWords(run.usage)}.`, 0, 2);
  const leftOut = usageLeftOut(run.usage);
  if (leftOut) yield* page.flow(`left out of the totals: ${page.say(leftOut)}`, 2, 4);
  const cost = costWords(run.cost);
  if (cost) yield* page.flow(`Cost: ${page.say(cost)}.`, 0, 2);
  const unknown = costLeftOut(run.cost);
  if (cost && unknown) yield* page.flow(`not known exactly: ${page.say(unknown)}`, 2, 4);
}

/** At most `limit` of the agents, worst first, and how many that leaves out. */
export function* agentLines(
  listed: readonly AgentEntry[],
  page: Page,
  { limit }: Pick<ReportOptions, 'limit'>,
): Generator<string> {
  if (listed.length === 0) return;
  const ordered = worstFirst(listed);
  const most = Math.max(1, limit);
  yield* agentTable(ordered.slice(0, most), page);
  const rest = ordered.slice(most);
  if (rest.length) yield page.paint.dim(`… and ${restWords(rest)}; --limit ${ordered.length} shows all`);
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function restWords(rest: readonly AgentEntry[]): string {
  const bad = rest.filter((agent) => standingOf(agent).badCount > 0).length;
  const state = bad === 0 ? 'none with a run that is not valid' : `${bad} of them with runs that are not valid`;
  return `${grouped(rest.length)} more ${rest.length === 1 ? 'agent' : 'agents'}, ${state}`;
}
