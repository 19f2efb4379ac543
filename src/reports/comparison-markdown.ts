import type { Change, Comparison, MetricComparison } from '../results/comparison.ts';
import { buffered } from './buffered.ts';
import {
  changeWords,
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
  signed,
  stepsOfBoth,
  tellingAnswer,
  toldMetrics,
  totalsWords,
} from './comparison-words.ts';
import type { ReportOptions, Sink } from './define-report.ts';
import { figure, grouped, intervalMethod, plural } from './figures.ts';
import { folded, makeSay, type Say, table } from './markdown/sheet.ts';
import { filePlace } from './place.ts';

/** A comparison for a comment of a pull request. */
export async function writeComparisonMarkdown(
  comparison: Comparison,
  options: ReportOptions,
  sink: Sink,
): Promise<void> {
  const say = await makeSay(options);
  const out = buffered(sink);
  for (const line of lines(comparison, say, Math.max(1, options.limit))) await out.write(`${line}\n`);
  await out.end();
}

function* lines(comparison: Comparison, say: Say, limit: number): Generator<string> {
  const { runs, agents } = comparison;
  yield* ['### Muster: two runs compared', ''];
  yield* [
    `- at A: ${say(runWords(runs.a))}`,
    `- at B: ${say(runWords(runs.b))}`,
    `- Paired: ${pairedWords(comparison)}`,
  ];
  const { told, same, unlike, silent } = toldMetrics(comparison);
  if (told.length) {
    yield '';
    yield* table(
      ['metric', 'A', 'B', 'B less A', 'interval', 'p (Holm)', 'rests on'],
      told.map((metric) => row(metric, say)),
    );
  }
  if (same.length) yield* folded(`${plural(same.length, 'metric')} the same in every pair`, list(same, say));
  if (silent.length) yield* folded(`${plural(silent.length, 'metric')} without a pair`, list(silent, say));
  if (unlike.length)
    yield* folded(
      `${plural(unlike.length, 'metric')} not comparable`,
      unlike.map((metric) => `- at ${say(`${metric.metric} (${metric.scope}): ${notComparableWords(metric)}`)}`),
    );
  yield* changes(comparison, say, limit);
  if (agents.length) {
    yield '';
    yield* table(
      ['agent', 'role', 'valid A', 'valid B', 'tokens A', 'tokens B'],
      agents
        .slice(0, limit)
        .map(({ agent, delegated, sides: { a, b } }) => [
          say(agent),
          delegated ? 'sub' : 'root',
          sideWords(a),
          sideWords(b),
          sideTokens(a),
          sideTokens(b),
        ]),
    );
    if (agents.length > limit) yield* ['', `… and ${grouped(agents.length - limit)} more`];
  }
  for (const line of [...totalsWords(comparison), NO_PLAN]) yield* ['', say(line)];
}

function list(names: readonly string[], say: Say): string[] {
  return names.map((name) => `- at ${say(name)}`);
}

function row(metric: MetricComparison, say: Say): string[] {
  const { arms, difference, interval, test } = metric;
  const grounds = [groundsWords(metric), noIntervalWords(metric), openWords(metric), ...stepsOfBoth(metric)];
  return [
    say(`${metric.metric} (${metric.scope})`),
    arms.a.mean === null ? '-' : figure(arms.a.mean),
    arms.b.mean === null ? '-' : figure(arms.b.mean),
    difference === null ? '-' : say(signed(difference)),
    interval ? say(`${intervalMethod(interval)} ${signed(interval.low)} to ${signed(interval.high)}`) : '-',
    test ? figure(test.p_holm).replace('>', '&gt;') : '-',
    say(grounds.filter((part) => part !== undefined).join('; ')),
  ];
}

function* changes(
  { metrics, escalations: { newly, no_longer: noLonger } }: Comparison,
  say: Say,
  limit: number,
): Generator<string> {
  const listed = metrics.flatMap(({ metric, scope, changes: { listed: found } }) =>
    found.map((change) => changeLine(`${kindWords(change.kind)} ${metric} (${scope})`, change, say)),
  );
  const taken = [
    ...newly.map((change) => changeLine('newly escalated', change, say)),
    ...noLonger.map((change) => changeLine('no longer escalated', change, say)),
  ];
  const all = [...taken, ...listed];
  if (all.length === 0) return;
  const rest = all.length > limit ? ['', `… and ${grouped(all.length - limit)} more`] : [];
  yield* folded(`${plural(all.length, 'change')} of single cases`, [...all.slice(0, limit), ...rest]);
}

function changeLine(heading: string, change: Omit<Change, 'kind'>, say: Say): string {
  const telling = tellingAnswer(change);
  const place = telling?.at ? ` at ${say(filePlace(telling.at))}` : '';
  return `- at ${say(heading)}: ${say(changeWords(change))}${telling ? `;${place}: ${say(telling.because ?? '')}` : ''}`;
}
