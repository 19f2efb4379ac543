import type { CarriedCase } from '../assemble.ts';
import type { Trace } from '../trace.ts';
import type { WireRecord } from './to-wire.ts';

/** A trace as records that give the same trace when they are read back. */
export function* traceRecords(trace: Trace): Generator<WireRecord> {
  const { traceId, sessionId, sessionIdSource, terminal } = trace;
  yield {
    type: 'trace',
    traceId,
    ...(sessionIdSource === 'reported' && { sessionId }),
    ...(terminal && { terminal }),
  };
  for (const span of trace.spans) yield { type: 'span', span };
  for (const delegation of trace.delegations) yield { type: 'delegation', delegation };
}

/** The record of a case that a source carried. */
export function caseRecordOf({ case: given, traceId }: CarriedCase): WireRecord {
  return traceId === undefined ? { type: 'case', case: given } : { type: 'case', case: given, traceId };
}
