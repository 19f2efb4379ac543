import type { Outcome } from '../../results/outcome.ts';
import type { RunResult } from '../../results/run-result.ts';
import { bothRates, leftOutPhrase } from '../agent-roll.ts';
import { buffered } from '../buffered.ts';
import { costLeftOut, costWords } from '../cost-words.ts';
import { defineReport, type ReportInput } from '../define-report.ts';
import { grouped, plural } from '../figures.ts';
import { gatesHeadline } from '../gate-words.ts';
import { filterNote, shownAgents, shownWords } from '../line-filter.ts';
import { because, directions, fallsShort, verdictWords } from '../outcome-words.ts';
import { filePlace, outcomePlace, partitionName } from '../place.ts';
import { shownProblem } from '../problem-text.ts';
import { usageLeftOut, usageWords } from '../summary-words.ts';
import { folded, makeSay, type Say } from './sheet.ts';
import { agentTable, gateTable, metricTable, partTables, trialTable } from './tables.ts';

const PROBLEMS = 10;

/** For a comment of a pull request or a job summary: verdict first, tables, the rest folded. */
export const report = defineReport({
  name: 'markdown',
  summary: 'tables for a pull request or a job summary, details folded',
  mediaType: 'text/markdown',
  extension: 'md',
  write: async (input, sink) => {
    const out = buffered(sink);
    for await (const line of lines(input)) await out.write(`${line}\n`);
    await out.end();
  },
});

async function* lines(input: ReportInput): AsyncGenerator<string> {
  const { run, options } = input;
  const say = await makeSay(options);
  const limit = Math.max(1, options.limit);
  yield* headline(run, say);
  yield* gateTable(run, say);
  yield* agentTable({ ...run, agents: shownAgents(run, options) }, limit, say);
  const shown = shownWords(run, options);
  if (shown) yield* ['', say(shown)];
  yield* trialTable(run, say);
  if (run.summaries.length) yield* folded(plural(run.metrics.length, 'metric'), metricTable(run, say));
  yield* partTables(run, options.by, limit, say);
  const short = await shortOutcomes(input, limit, say);
  if (short.count)
    yield* folded(`${plural(short.count, 'answer')} not full or not known${say(filterNote(options))}`, short.lines);
  const odd = await problemLines(input, say);
  if (odd.length) yield* folded(problemCount(run), odd);
  yield* folded(inputCount(run), inputLines(run, limit, say));
}

function* headline(run: RunResult, say: Say): Generator<string> {
  const bad = run.gates.some((gate) => gate.state !== 'held' && !gate.advisory);
  yield `### ${run.gates.length ? (bad ? '❌ ' : '✅ ') : ''}Muster: ${gatesHeadline(run.gates)}`;
  yield '';
  if (run.partial) yield* ['**Interrupted: this run is partial; figures count only what was done.**', ''];
  for (const { kind, message, count, traces } of run.health)
    yield `⚠️ ${say(kind)}: ${say(message)} (${grouped(count)} in ${plural(traces, 'trace')})  `;
  if (run.health.length) yield '';
  if (run.agents.length === 0) yield 'No agent was recorded.';
  else {
    const leftOut = leftOutPhrase(run);
    yield `Valid: ${say(bothRates(run))}.${leftOut ? ` Left out of the rates: ${leftOut}.` : ''}`;
  }
  yield '';
  const without = usageLeftOut(run.usage);
  yield `Tokens counted once: ${usageWords(run.usage)}.${without ? ` Left out: ${say(without)}.` : ''}`;
  const cost = costWords(run.cost);
  const unknown = costLeftOut(run.cost);
  if (cost) yield* ['', `Cost: ${say(cost)}.${unknown ? ` Not known exactly: ${say(unknown)}.` : ''}`];
}

async function shortOutcomes(
  { run, outcomes }: ReportInput,
  limit: number,
  say: Say,
): Promise<{ readonly count: number; readonly lines: string[] }> {
  const direction = directions(run);
  const found: string[] = [];
  let count = 0;
  for await (const outcome of outcomes) {
    const open = outcome.status === 'error' || outcome.status === 'unresolved';
    if (!open && !fallsShort(outcome, direction.get(outcome.metric))) continue;
    if (++count > limit) continue;
    const what = `${say(partitionName(outcome.partition, outcome.case_id))}, ${say(outcome.metric)} ${say(verdictWords(outcome))}`;
    found.push(`- at ${say(outcomePlace(outcome))}: ${what}: ${say(because(outcome))}${explain(outcome)}`);
  }
  if (count > limit) found.push('', `… and ${grouped(count - limit)} more`);
  return { count, lines: found };
}

/** Ids of our own are hex; nothing else may stand in a code span, which knows no escapes. */
function explain({ id }: Outcome): string {
  return /^[0-9a-f]{1,64}$/.test(id) ? ` (\`muster explain ${id}\`)` : '';
}

async function problemLines({ run, problems, options }: ReportInput, say: Say): Promise<string[]> {
  const found = run.problems.map(({ code, count }) => `- ${grouped(count)} × ${say(code)}`);
  if (found.length) found.push('');
  let shown = 0;
  for await (const odd of problems) {
    if (++shown > PROBLEMS) break;
    const { code, message, hint, at } = shownProblem(odd, options.content);
    found.push(`- at ${at ? say(filePlace(at)) : 'no place'}: ${say(code)}, ${say(message)}; hint: ${say(hint)}`);
  }
  return found;
}

function problemCount(run: RunResult): string {
  return `${plural(
    run.problems.reduce((sum, { count }) => sum + count, 0),
    'problem',
  )} in the input`;
}

function inputCount({ counts, inputs }: RunResult): string {
  return `${plural(inputs.length, 'input')}: ${plural(counts.traces, 'trace')}, ${plural(counts.spans, 'span')}`;
}

function* inputLines(run: RunResult, limit: number, say: Say): Generator<string> {
  for (const { path, source, because: reason } of run.inputs.slice(0, limit))
    yield `- file ${say(path)}: ${source === undefined ? 'not read' : say(source)}, ${say(reason)}`;
  if (run.inputs.length > limit) yield `- … and ${grouped(run.inputs.length - limit)} more`;
  const { path, hash } = run.config;
  yield `- config ${path === undefined ? 'defaults' : say(path)} (${say(hash.slice(0, 8))}), Muster ${say(run.tool.version)}`;
}
