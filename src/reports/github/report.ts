import type { At } from '../../problems/problem.ts';
import type { GateVerdict } from '../../results/gate-verdict.ts';
import type { Outcome } from '../../results/outcome.ts';
import { bothRates, leftOutPhrase } from '../agent-roll.ts';
import { buffered } from '../buffered.ts';
import { defineReport, type ReportInput } from '../define-report.ts';
import { escapeGithubMessage, escapeGithubProperty } from '../escape-github.ts';
import { grouped } from '../figures.ts';
import { gateAsks, gateFound, worstGates } from '../gate-words.ts';
import { because, directions, fallsShort, verdictWords } from '../outcome-words.ts';
import { firstAt, partitionName } from '../place.ts';
import { type Hide, hideContent } from '../redact.ts';

/** GitHub shows at most ten annotations of a level in one step. */
const CAP = 10;
const LENGTH = 1000;

type Level = 'error' | 'warning' | 'notice';

interface Annotation {
  readonly title: string;
  readonly message: string;
  readonly at?: At | undefined;
}

/** Workflow commands: errors for what fails the run, warnings for what is not full, a notice with the rates. */
export const report = defineReport({
  name: 'github',
  summary: 'workflow commands that annotate failed gates and agents that are not valid',
  mediaType: 'text/plain',
  extension: 'txt',
  write: async (input, sink) => {
    const hide = await hideContent(input.options);
    const out = buffered(sink);
    const errors = worstGates(input.run.gates).filter(isFailing).flatMap(gateAnnotations);
    const named = new Set(
      input.run.gates.filter(isFailing).flatMap((gate) => gate.offenders.map((worst) => worst.outcome)),
    );
    const warnings = await outcomeAnnotations(input, named);
    for (const line of levelLines('error', errors.slice(0, CAP), errors.length, hide)) await out.write(line);
    for (const line of levelLines('warning', warnings.first, warnings.count, hide)) await out.write(line);
    await out.write(command('notice', { title: 'Muster', message: headline(input) }, hide));
    await out.end();
  },
});

function isFailing(gate: GateVerdict): boolean {
  return gate.state !== 'held' && !gate.advisory;
}

/** A failed gate stands before its own offenders, so that the cap never hides which gate it was. */
function gateAnnotations(gate: GateVerdict): Annotation[] {
  const title = `gate ${gate.state}: ${gate.metric}`;
  return [
    { title, message: `${gateAsks(gate)}: found ${gateFound(gate)}`, at: firstAt(gate.offenders[0]?.evidence ?? []) },
    ...gate.offenders.map((worst) => ({ title, message: worst.because, at: firstAt(worst.evidence) })),
  ];
}

async function outcomeAnnotations(
  { run, outcomes }: ReportInput,
  named: ReadonlySet<string>,
): Promise<{ first: Annotation[]; count: number }> {
  const direction = directions(run);
  const first: Annotation[] = [];
  let count = 0;
  for await (const outcome of outcomes) {
    const open = outcome.status === 'error' || outcome.status === 'unresolved';
    if (named.has(outcome.id) || !(open || fallsShort(outcome, direction.get(outcome.metric)))) continue;
    count++;
    if (first.length < CAP) first.push(outcomeAnnotation(outcome));
  }
  return { first, count };
}

function outcomeAnnotation(outcome: Outcome): Annotation {
  return {
    title: `${outcome.metric}: ${verdictWords(outcome)}`,
    message: `${partitionName(outcome.partition, outcome.case_id)}: ${because(outcome)}`,
    at: firstAt(outcome.evidence),
  };
}

function headline({ run, options }: ReportInput): string {
  const leftOut = leftOutPhrase(run);
  const narrowed = options.filter ? `; warnings are those of the filter ${options.filter.asked}` : '';
  return `${bothRates(run)}${leftOut ? `; left out: ${leftOut}` : ''}${run.partial ? '; interrupted, partial' : ''}${narrowed}`;
}

function* levelLines(level: Level, shown: readonly Annotation[], count: number, hide: Hide): Generator<string> {
  // The line about the rest takes one of the ten places.
  const kept = count > CAP ? shown.slice(0, CAP - 1) : shown;
  for (const annotation of kept) yield command(level, annotation, hide);
  const rest = count - kept.length;
  if (rest > 0)
    yield command(level, { title: 'Muster', message: `… and ${grouped(rest)} more; see the other reports` }, hide);
}

function command(level: Level, { title, message, at }: Annotation, hide: Hide): string {
  // Standard input is no file that GitHub could show.
  const inFile = at?.file === '-' ? undefined : at;
  const properties = [
    ...(inFile ? [`file=${property(inFile.file, hide)}`] : []),
    ...(inFile?.line === undefined ? [] : [`line=${inFile.line}`]),
    `title=${property(title, hide)}`,
  ];
  return `::${level} ${properties.join(',')}::${escapeGithubMessage(cut(hide(message)))}\n`;
}

function property(text: string, hide: Hide): string {
  return escapeGithubProperty(cut(hide(text)));
}

function cut(text: string): string {
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}
