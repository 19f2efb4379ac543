import type { Change, Comparison, MetricComparison } from '../results/comparison.ts';
import { buffered } from './buffered.ts';
import { padTo } from './columns.ts';
import {
  changeWords,
  differenceWords,
  groundsWords,
  kindWords,
  NO_PLAN,
  noIntervalWords,
  notComparableWords,
  openWords,
  pairedWords,
  runWords,
  sideTokens,
  sideWords,
  stepsOfBoth,
  tellingAnswer,
  toldMetrics,
  totalsWords,
} from './comparison-words.ts';
import type { ReportOptions, Sink } from './define-report.ts';
import { grouped } from './figures.ts';
import { filePlace } from './place.ts';
import { makePage, type Page } from './terminal/page.ts';

/** A comparison for people at a terminal. */
export async function writeComparison(comparison: Comparison, options: ReportOptions, sink: Sink): Promise<void> {
  const page = await makePage(options);
  const out = buffered(sink);
  for (const line of lines(comparison, page, Math.max(1, options.limit))) await out.write(`${line}\n`);
  await out.end();
}

function* lines(comparison: Comparison, page: Page, limit: number): Generator<string> {
  const { runs } = comparison;
  yield* page.flow(`A  ${page.say(runWords(runs.a))}`, 0, 3);
  yield* page.flow(`B  ${page.say(runWords(runs.b))}`, 0, 3);
  yield* page.flow(`Paired: ${pairedWords(comparison)}.`, 0, 2);
  const { told, same, unlike, silent } = toldMetrics(comparison);
  if (told.length + same.length + silent.length) yield* ['', page.heading('Metrics')];
  for (const metric of told) yield* metricLines(metric, comparison.multiplicity.family, page);
  if (same.length)
    yield* page.flow(`${grouped(same.length)} the same in every pair: ${page.say(same.join(', '))}`, 2, 4);
  if (silent.length)
    yield* page.flow(
      `${grouped(silent.length)} scored nothing that both runs have: ${page.say(silent.join(', '))}`,
      2,
      4,
    );
  if (unlike.length) yield* ['', page.heading('Not comparable')];
  for (const metric of unlike)
    yield* page.flow(
      `${page.say(`${metric.metric} (${metric.scope})`)}  ${page.say(notComparableWords(metric))}`,
      2,
      4,
    );
  yield* changes(comparison, page, limit);
  yield* agents(comparison, page, limit);
  yield '';
  for (const line of totalsWords(comparison)) yield* page.flow(line, 0, 2);
  yield* page.flow(NO_PLAN, 0, 2, page.paint.dim);
}

function* metricLines(metric: MetricComparison, family: number, page: Page): Generator<string> {
  const name = page.say(`${metric.metric} (${metric.scope})`);
  yield* page.flow(`${name}  ${differenceWords(metric, family)}`, 2, 4);
  yield* page.flow(groundsWords(metric), 4, 6, page.paint.dim);
  const none = noIntervalWords(metric);
  if (none) yield* page.flow(none, 4, 6, page.paint.dim);
  const open = openWords(metric);
  if (open) yield* page.flow(open, 4, 6, page.paint.dim);
  for (const line of stepsOfBoth(metric)) yield* page.flow(line, 4, 6);
}

function* changes({ metrics, escalations }: Comparison, page: Page, limit: number): Generator<string> {
  const listed = metrics.flatMap(({ metric, scope, changes: { listed: found } }) =>
    found.map((change) => ({ heading: `${kindWords(change.kind)} ${metric} (${scope})`, change })),
  );
  if (listed.length) yield* ['', page.heading('Changed')];
  for (const { heading, change } of listed.slice(0, limit)) yield* changeLines(heading, change, page);
  const rest = metrics.reduce(
    (sum, { changes: { counts } }) => sum + Object.values(counts).reduce((all, each) => all + each, 0),
    -Math.min(limit, listed.length),
  );
  if (rest > 0) yield page.paint.dim(`  … and ${grouped(rest)} more (--limit, --json)`);
  const { newly, no_longer: noLonger, known_in_both: known } = escalations;
  if (newly.length + noLonger.length === 0) return;
  yield* ['', page.heading('Escalations'), `  known in both runs: ${grouped(known)}`];
  for (const change of newly.slice(0, limit)) yield* changeLines('newly escalated', change, page);
  for (const change of noLonger.slice(0, limit)) yield* changeLines('no longer escalated', change, page);
  const more = Math.max(0, newly.length - limit) + Math.max(0, noLonger.length - limit);
  if (more) yield page.paint.dim(`  … and ${grouped(more)} more (--limit, --json)`);
}

function* changeLines(heading: string, change: Omit<Change, 'kind'>, page: Page): Generator<string> {
  yield* page.flow(`${page.say(heading)}: ${page.say(changeWords(change))}`, 2, 4);
  const telling = tellingAnswer(change);
  if (!telling) return;
  const place = telling.at ? `${page.say(filePlace(telling.at))}  ` : '';
  const side = telling === change.answers.a ? 'A' : 'B';
  yield* page.flow(
    `${side}: ${place}${page.say(telling.because ?? '')} [${page.say(telling.outcome)}]`,
    4,
    6,
    page.paint.dim,
  );
}

function* agents({ agents: all }: Comparison, page: Page, limit: number): Generator<string> {
  if (all.length === 0) return;
  const rows = all
    .slice(0, limit)
    .map(({ agent, delegated, sides: { a, b } }) => [
      page.say(agent),
      delegated ? 'sub' : 'root',
      sideWords(a),
      sideWords(b),
      sideTokens(a),
      sideTokens(b),
    ]);
  const table = [['agent', 'role', 'valid A', 'valid B', 'tokens A', 'tokens B'], ...rows];
  const widths = (table[0] ?? []).map((_, at) =>
    table.reduce((most, row) => Math.max(most, Math.min(40, row[at]?.length ?? 0)), 0),
  );
  yield* ['', page.heading('Agents')];
  for (const row of table)
    yield* page.flow(
      row
        .map((cell, at) => padTo(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
      2,
      4,
    );
  if (all.length > limit) yield page.paint.dim(`  … and ${grouped(all.length - limit)} more`);
}
