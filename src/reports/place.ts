import type { At } from '../problems/problem.ts';
import type { Outcome, PartitionRef, Ref } from '../results/outcome.ts';

/** `file:line`, or `file#pointer` where no line is known. */
export function filePlace(at: At): string {
  if (at.line !== undefined) return `${at.file}:${at.line}`;
  return at.pointer ? `${at.file}#${at.pointer}` : at.file;
}

/** The first place in a file among some evidence. */
export function firstAt(evidence: readonly Ref[]): At | undefined {
  return evidence.find((ref) => ref.at !== undefined)?.at;
}

/** What was scored, for people: `geocoder · trace t1 · span s4`. */
export function partitionName(partition: PartitionRef, caseId?: string): string {
  const parts = [
    partition.agent,
    caseId === undefined ? undefined : `case ${caseId}`,
    partition.trace_id === undefined ? undefined : `trace ${partition.trace_id}`,
    partition.span_id === undefined ? undefined : `span ${partition.span_id}`,
    partition.type === 'session' && partition.session_id !== undefined ? `session ${partition.session_id}` : undefined,
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ') || partition.type;
}

/** The first place of an outcome in a file, else what it scored. */
export function outcomePlace(outcome: Outcome): string {
  const at = firstAt(outcome.evidence);
  return at ? filePlace(at) : partitionName(outcome.partition, outcome.case_id);
}
