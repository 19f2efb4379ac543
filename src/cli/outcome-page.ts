import { formatAt } from '../problems/problem.ts';
import type { Outcome } from '../results/outcome.ts';
import { reasonText } from '../results/reasons.ts';
import type { FoundOutcome } from './find-outcome.ts';

/** Everything about one outcome, as lines. Unescaped: quotes what was recorded. */
export function outcomePage({ outcome, run, place }: FoundOutcome): string[] {
  const { partition } = outcome;
  const about = [partition.type, partition.agent, partition.span_id, partition.trace_id, partition.session_id];
  const lines = [
    `${outcome.id}  ${outcome.metric} ${outcome.version}`,
    `  about:    ${about.filter((part) => part !== undefined).join('  ')}`,
  ];
  if (outcome.case_id !== undefined) lines.push(`  case:     ${outcome.case_id}`);
  lines.push(`  verdict:  ${verdict(outcome)}`, `  because:  ${outcome.because}`);
  if ('reason' in outcome && outcome.reason !== undefined)
    lines.push(`  reason:   ${outcome.reason}: ${reasonText(outcome.reason) ?? 'given by the metric'}`);
  if ('message' in outcome && !outcome.because.includes(outcome.message)) lines.push(`  message:  ${outcome.message}`);
  if ('bounds' in outcome && outcome.bounds)
    lines.push(`  bounds:   ${outcome.bounds.map((bound) => bound ?? 'no limit').join(' to ')}`);
  for (const { at, span_id: span, message, part } of outcome.evidence) {
    const inside = [
      ...(span === undefined ? [] : [`span ${span}`]),
      ...(message === undefined ? [] : [`message ${message}`]),
      ...(part === undefined ? [] : [`part ${part}`]),
    ];
    lines.push(`  evidence: ${[at ? formatAt(at) : 'no place', ...inside].join('  ')}`);
  }
  for (const kind of outcome.touched_by) lines.push(`  finding:  ${kind}: ${findingText(kind, run)}`);
  for (const word of diagnostics(outcome)) lines.push(`  note:     ${word}: ${reasonText(word) ?? 'of the metric'}`);
  lines.push(
    `  config:   ${configText(outcome, run)} (${outcome.config_hash.slice(0, 8)})`,
    `  details:  ${JSON.stringify(outcome.details)}`,
    `  run:      ${place.replaceAll('\\', '/')}`,
  );
  return lines;
}

function verdict(outcome: Outcome): string {
  if (outcome.status !== 'scored') return outcome.status.replace('_', ' ');
  return `scored ${outcome.score}${outcome.label === undefined ? '' : `, ${outcome.label}`}`;
}

function findingText(kind: string, run: FoundOutcome['run']): string {
  return reasonText(kind) ?? run.health.find((entry) => entry.kind === kind)?.message ?? 'given by the source';
}

/** The configuration of the metric in its run; targets of single agents come on top. */
function configText({ metric, config_hash: hash }: Outcome, run: FoundOutcome['run']): string {
  const entry = run.metrics.find((each) => each.name === metric && each.config_hash === hash);
  if (!entry) return 'not in run.json';
  const values = Object.entries(entry.config).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return values.length ? values.join(', ') : 'nothing to set';
}

function diagnostics({ details }: Outcome): string[] {
  const listed = details.diagnostics;
  return Array.isArray(listed) ? listed.filter((word): word is string => typeof word === 'string') : [];
}
