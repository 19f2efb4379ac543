import type { Problem } from '../../problems/problem.ts';
import type { ReportInput } from '../define-report.ts';
import { grouped, plural } from '../figures.ts';
import { directions, fallsShort } from '../outcome-words.ts';
import { filePlace } from '../place.ts';
import { shownProblem } from '../problem-text.ts';
import { MetricErrors } from './metric-errors.ts';
import type { Page } from './page.ts';

const SHOWN = 3;

/** How many problems of which code, and the first of them. Reads no further than it shows. */
export async function* problems(input: ReportInput, page: Page): AsyncGenerator<string> {
  const { run, options } = input;
  const total = run.problems.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return;
  const codes = run.problems.map(({ code, count }) => `${page.say(code)} ${grouped(count)}`);
  yield '';
  yield* page.flow(`${plural(total, 'problem')} in the input: ${codes.join(', ')}`, 0, 2, page.paint.yellow);
  const seen = new Set<string>();
  let looked = 0;
  for await (const found of input.problems) {
    if (++looked > 1000 || seen.size >= SHOWN) break;
    if (seen.has(found.code)) continue;
    seen.add(found.code);
    yield* problemLines(shownProblem(found, options.content), page);
  }
}

function* problemLines(found: Problem, page: Page): Generator<string> {
  const place = found.at ? `${page.say(filePlace(found.at))}  ` : '';
  yield* page.flow(`${place}${page.say(found.code)}: ${page.say(found.message)}`, 2, 4);
  yield* page.flow(`hint: ${page.say(found.hint)}`, 4, 6, page.paint.dim);
}

/** Answers that failed or are not full and that no agent line or gate has shown, where the run was written, what to try next. */
export async function* ending(input: ReportInput, page: Page): AsyncGenerator<string> {
  const { run, options } = input;
  const direction = directions(run);
  const errors = new MetricErrors(page, options);
  const offenders = run.gates.flatMap((gate) =>
    gate.state === 'held' ? [] : gate.offenders.map((each) => each.outcome),
  );
  const gated = new Set(offenders);
  const written = new Set<string>();
  let worst: string | undefined;
  for await (const outcome of input.outcomes) {
    errors.add(outcome);
    if (gated.has(outcome.id)) written.add(outcome.id);
    if (worst === undefined && (outcome.status === 'error' || fallsShort(outcome, direction.get(outcome.metric))))
      worst = outcome.id;
  }
  const failed = errors.lines();
  if (failed.length) yield* ['', ...failed];
  yield '';
  if (options.written !== undefined) yield* page.flow(`Written to ${page.say(options.written)}`, 0, 2);
  // What a filter left out, or a plain pass, stands in no file that could be explained.
  const id = offenders.find((each) => written.has(each)) ?? worst;
  yield* page.flow(`Next: ${nextCommand(run, id, page)}`, 0, 2);
}

function nextCommand(run: ReportInput['run'], id: string | undefined, page: Page): string {
  if (id !== undefined && /^[0-9a-f]+$/.test(id)) return `muster explain ${id}`;
  const [first] = run.inputs;
  if (run.counts.spans === 0) return 'muster sources';
  return first && /^[\w./-]+$/.test(first.path) && !first.path.startsWith('-')
    ? `muster show ${page.say(first.path)}`
    : 'muster show PATH';
}
