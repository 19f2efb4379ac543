import type { Trace } from '../model/trace.ts';
import { runRoot } from '../views/run-root.ts';
import { unresolved } from './answers.ts';
import type { Scoring } from './define-metric.ts';

/** Milliseconds of nanoseconds. */
export function milliseconds(ns: number): number {
  return ns / 1e6;
}

/** The answer about a run whose time is unknown, and why it is. */
export function timeUnknown(trace: Trace): Scoring {
  const root = runRoot(trace);
  const [reason, because] = root
    ? ['run_end_not_recorded', 'the root of the run has no start or no end']
    : ['several_roots', 'the trace has no single root'];
  const evidence = root ? [{ span_id: root.spanId, at: root.at }] : [];
  return unresolved(reason, because, { bounds: [0, null], evidence });
}
