import type { GateVerdict } from '../../results/gate-verdict.ts';
import type { MetricSummary } from '../../results/metric-summary.ts';
import type { RunResult } from '../../results/run-result.ts';
import type { ReportOptions } from '../define-report.ts';
import { counts, grouped } from '../figures.ts';
import { gateAsks, gateFound, gateState, gatesHeadline, worstGates } from '../gate-words.ts';
import { filePlace, firstAt } from '../place.ts';
import { groupsBy, groupWords, passWords, sortedTables, toldSummaries, trialWords } from '../summary-parts.ts';
import { leftOutWords, meanWords, spreadWords, stepWords } from '../summary-words.ts';
import type { Page } from './page.ts';

/** Rows of a table that a line names. */
const ROWS = 5;

/** One figure a metric, with its denominator, its interval, and what it leaves out. */
export function* metrics(
  run: RunResult,
  page: Page,
  { by, limit }: Pick<ReportOptions, 'by' | 'limit'>,
): Generator<string> {
  if (run.summaries.length === 0) return;
  const { shown, silent } = toldSummaries(run);
  yield '';
  yield page.heading('Metrics');
  for (const summary of shown) {
    yield* metric(summary, page);
    if (by !== undefined) yield* groupLines(summary, by, limit, page);
  }
  for (const words of silent) yield* page.flow(page.say(words), 2, 4, page.paint.dim);
}

function* metric(summary: MetricSummary, page: Page): Generator<string> {
  yield* page.flow(`${page.say(summary.metric)} (${summary.scope})  ${page.say(meanWords(summary))}`, 2, 4);
  if (summary.steps) yield* page.flow(stepWords(summary.steps), 4, 6);
  const leftOut = leftOutWords(summary);
  const details = [spreadWords(summary), leftOut && `left out: ${leftOut}`].filter((part) => part);
  if (details.length) yield* page.flow(page.say(details.join('; ')), 4, 6, page.paint.dim);
  for (const [name, table] of sortedTables(summary)) {
    const rows = table.rows
      .slice(0, ROWS)
      .map(({ key, counts: cells }) => `${page.say(key)} ${page.say(counts(cells))}`);
    const rest = table.rows.length - rows.length + table.left_out;
    const more = rest ? `; … and ${grouped(rest)} more` : '';
    yield* page.flow(`${page.say(name)}: ${rows.join('; ')}${more}`, 4, 6, page.paint.dim);
  }
}

function* groupLines(summary: MetricSummary, by: string, limit: number, page: Page): Generator<string> {
  const { groups, leftOut } = groupsBy(summary, by, limit);
  if (groups.length + leftOut === 0) return;
  yield* page.flow(`by ${page.say(by)}:`, 4, 6);
  for (const group of groups) yield* page.flow(`${page.say(group.key)}  ${page.say(groupWords(group, by))}`, 6, 8);
  if (leftOut) yield page.paint.dim(`      … and ${grouped(leftOut)} more`);
}

/** Repeated trials: pass^k and pass@k, a line each k. */
export function* trials({ trials: found }: RunResult, page: Page): Generator<string> {
  if (!found) return;
  yield '';
  yield* page.flow(`${page.heading('Trials')}  ${page.say(trialWords(found))}`, 0, 2);
  for (const [index, all] of found.pass_hat_k.entries()) {
    const any = found.pass_at_k[index];
    yield* page.flow(`pass^${all.k} ${page.say(passWords(all))}`, 2, 4);
    if (any && all.k > 1) yield* page.flow(`pass@${any.k} ${page.say(passWords(any))}`, 2, 4);
  }
}

/** Each gate with its figure, interval, denominator, state and worst offenders, failed ones first. */
export function* gates(run: RunResult, page: Page): Generator<string> {
  if (run.gates.length === 0) return;
  yield '';
  yield `${page.heading('Gates')}  ${gatesHeadline(run.gates)}`;
  for (const gate of worstGates(run.gates)) yield* gateLines(gate, page);
}

/** A gate with its figure, state and worst offenders. */
export function* gateLines(gate: GateVerdict, page: Page): Generator<string> {
  const [mark, color] = look(gate, page);
  yield* page.flow(`${mark} ${gateState(gate)}: ${page.say(gateAsks(gate))}`, 2, 4, color);
  const reason = gate.reason && gate.value !== null && gate.state !== 'held' ? `; ${gate.reason}` : '';
  yield* page.flow(page.say(`found ${gateFound(gate)}${reason}`), 4, 6);
  if (gate.state === 'held') return;
  for (const { outcome, because, evidence } of gate.offenders) {
    const at = firstAt(evidence);
    const place = at ? `${page.say(filePlace(at))}  ` : '';
    yield* page.flow(`${place}${page.say(because)} [${page.say(outcome)}]`, 6, 8, page.paint.dim);
  }
}

function look(gate: GateVerdict, page: Page): readonly [string, (text: string) => string] {
  if (gate.state === 'held') return ['✓', page.paint.green];
  if (gate.advisory || gate.state === 'unsupported') return ['?', page.paint.yellow];
  return ['✗', page.paint.red];
}
