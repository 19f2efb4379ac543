import type { EvaluationCase } from '../model/case.ts';
import type { Trace } from '../model/trace.ts';
import { notApplicable } from './answers.ts';
import type { Partition, Scoring } from './define-metric.ts';

/** A case and the traces of a partition that are held against it, in order. */
export interface CasedTraces {
  readonly given: EvaluationCase;
  readonly traces: readonly Trace[];
}

/** The traces of a partition, in order. */
export function tracesOf(partition: Partition): readonly Trace[] {
  return partition.type === 'session' ? partition.session.traces : [partition.trace];
}

/** The one case of a partition, or why there is none. */
export function casedTraces(partition: Partition): CasedTraces | Scoring {
  const traces = tracesOf(partition).filter((trace) => trace.case);
  const given = traces[0]?.case;
  if (!given) return notApplicable('no_case', 'no case is known for it');
  if (traces.some((trace) => trace.case?.id !== given.id))
    return notApplicable('several_cases', 'its traces are held against several cases: score each of them alone');
  return { given, traces };
}

/** True for an answer that is already decided. */
export function isDecided<T extends object>(found: T | Scoring): found is Scoring {
  return 'status' in found && 'because' in found;
}
