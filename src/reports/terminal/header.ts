import type { RunResult } from '../../results/run-result.ts';
import { columnsOf, cutTo, padTo } from '../columns.ts';
import { guardLine } from '../escape-terminal.ts';
import { grouped, plural } from '../figures.ts';
import type { Page } from './page.ts';

const INPUTS = 5;

/** What was read, by which source and why, and under which configuration. */
export function* header(run: RunResult, page: Page): Generator<string> {
  const { counts } = run;
  const cases = counts.cases ? `, ${plural(counts.cases, 'case')}` : '';
  const size = `${plural(counts.sessions, 'session')}, ${plural(counts.traces, 'trace')}, ${plural(counts.spans, 'span')}${cases}`;
  yield* page.flow(`Muster ${cutTo(page.say(run.tool.version), 20)}: ${size}`, 0, 2, page.heading);
  if (run.partial)
    yield* page.flow(
      'Interrupted: this run is partial, and every figure below counts only what was done.',
      0,
      0,
      page.paint.yellow,
    );
  yield* inputLines(run, page);
  const path = run.config.path === undefined ? 'no configuration file, defaults' : page.say(run.config.path);
  const metrics = plural(run.metrics.length, 'metric');
  yield* page.flow(
    `config ${path} (${page.say(run.config.hash.slice(0, 8))}), ${run.scope} scope, ${metrics}`,
    2,
    4,
    page.paint.dim,
  );
}

function* inputLines(run: RunResult, page: Page): Generator<string> {
  const shown = run.inputs.slice(0, INPUTS).map(({ path, source, because }) => ({
    path: guardLine(page.say(path)),
    source: source === undefined ? 'not read' : page.say(source),
    because: page.say(because),
  }));
  const sources = Math.max(0, ...shown.map(({ source }) => columnsOf(source)));
  const room = Math.max(16, Math.floor((page.width - sources) * 0.5));
  const paths = Math.min(room, Math.max(0, ...shown.map(({ path }) => columnsOf(path))));
  for (const { path, source, because } of shown) {
    const left = `  ${padTo(cutTo(path, paths), paths)}  ${padTo(source, sources)}`;
    const rest = page.width - columnsOf(left) - 2;
    yield rest >= 12 ? `${left}  ${page.paint.dim(cutTo(because, rest))}` : cutTo(left.trimEnd(), page.width);
  }
  const more = run.inputs.length - shown.length;
  if (more > 0) yield page.paint.dim(`  … and ${grouped(more)} more ${more === 1 ? 'input' : 'inputs'}`);
}

/** What is odd about the evidence itself: it stands before any metric. */
export function* health(run: RunResult, page: Page): Generator<string> {
  if (run.health.length === 0) return;
  yield '';
  yield page.heading('Health of the evidence');
  for (const { kind, message, count, traces } of run.health) {
    const where = `${grouped(count)} in ${plural(traces, 'trace')}`;
    yield* page.flow(`! ${page.say(kind)}: ${page.say(message)} (${where})`, 2, 4, page.paint.yellow);
  }
}
