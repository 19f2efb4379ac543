import type { GateVerdict } from '../../results/gate-verdict.ts';
import type { MetricSummary, RunResult } from '../../results/run-result.ts';
import { figure } from '../figures.ts';
import { gateAsks, gateFound, gateState, gatesHeadline, worstGates } from '../gate-words.ts';
import { filePlace, firstAt } from '../place.ts';
import { leftOutWords, meanWords, spreadWords } from '../summary-words.ts';
import type { Page } from './page.ts';

/** Groups of one kind that a line names. */
const GROUPS = 8;

/** One figure a metric, with its denominator, its interval, and what it leaves out. */
export function* metrics(run: RunResult, page: Page): Generator<string> {
  if (run.summaries.length === 0) return;
  yield '';
  yield page.heading('Metrics');
  for (const summary of run.summaries) yield* metric(summary, page);
}

function* metric(summary: MetricSummary, page: Page): Generator<string> {
  yield* page.flow(`${page.say(summary.metric)} (${summary.scope})  ${page.say(meanWords(summary))}`, 2, 4);
  const leftOut = leftOutWords(summary);
  const details = [spreadWords(summary), leftOut && `left out: ${leftOut}`].filter((part) => part);
  if (details.length) yield* page.flow(page.say(details.join('; ')), 4, 6, page.paint.dim);
  for (const [by, groups] of Object.entries(summary.groups).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const shown = groups.slice(0, GROUPS).map((group) => {
      const mean = group.mean === null ? 'unknown' : figure(group.mean);
      return `${group.key} ${mean} over ${group.scored} of ${group.n}`;
    });
    const more = groups.length > GROUPS ? `; … and ${groups.length - GROUPS} more` : '';
    if (shown.length)
      yield* page.flow(`by ${page.say(by)}: ${page.say(shown.join('; '))}${more}`, 4, 6, page.paint.dim);
  }
}

/** Each gate with its figure, interval, denominator, state and worst offenders, failed ones first. */
export function* gates(run: RunResult, page: Page): Generator<string> {
  if (run.gates.length === 0) return;
  yield '';
  yield `${page.heading('Gates')}  ${gatesHeadline(run.gates)}`;
  for (const gate of worstGates(run.gates)) yield* gateLines(gate, page);
}

function* gateLines(gate: GateVerdict, page: Page): Generator<string> {
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
