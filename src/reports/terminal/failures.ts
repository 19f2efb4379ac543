import { standingOf } from '../agent-roll.ts';
import type { ReportInput } from '../define-report.ts';
import { gatesHeadline, worstGates } from '../gate-words.ts';
import { shownAgents, shownWords } from '../line-filter.ts';
import { toldSummaries } from '../summary-parts.ts';
import { agentLines } from './agents.ts';
import { MetricErrors } from './metric-errors.ts';
import type { Page } from './page.ts';
import { gateLines } from './verdicts.ts';

/** What failed and why the command does not end with 0: agents, gates, metrics. Nothing where all is well. */
export async function* failures(input: ReportInput, page: Page): AsyncGenerator<string> {
  const { run, options } = input;
  if (run.partial) yield page.paint.yellow('Interrupted: this run is partial.');
  const bad = shownAgents(run, options).filter((agent) => standingOf(agent).badCount > 0);
  yield* agentLines(bad, page, options);
  const shown = shownWords(run, options);
  if (bad.length && shown) yield* page.flow(page.say(shown), 0, 2, page.paint.dim);
  const gates = run.gates.filter(({ state, advisory }) => state !== 'held' && !advisory);
  if (gates.length) yield `${page.heading('Gates')}  ${gatesHeadline(run.gates)}`;
  for (const gate of worstGates(gates)) yield* gateLines(gate, page);
  const errors = new MetricErrors(page, options);
  for await (const outcome of input.outcomes) errors.add(outcome);
  yield* errors.lines();
  if (run.partial || run.gates.length || run.summaries.some(({ scored }) => scored > 0)) return;
  const { silent } = toldSummaries(run);
  yield* page.flow(`Nothing was evaluated${silent.length ? `: ${page.say(silent.join('; '))}` : ''}.`, 0, 2);
}
