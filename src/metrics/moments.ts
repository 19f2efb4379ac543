import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';

/** When spans started and ended: their times, or where the trace has none, their order. */
export interface Moments {
  startOf(span: Span): bigint;
  endOf(span: Span): bigint;
}

/** The moments of a trace. A recording without times tells the order in which its spans stand. */
export function momentsOf(trace: Trace): Moments {
  if (trace.spans.some(({ startNs }) => startNs !== undefined))
    return { startOf: ({ startNs = 0n }) => startNs, endOf: ({ startNs = 0n, endNs = startNs }) => endNs };
  const first = new Map(trace.spans.map((span, at) => [span, BigInt(at)]));
  const last = new Map<Span, bigint>();
  const runs = agentRuns(trace);
  for (const [span, at] of first) {
    for (let agent = runs.ownerOf(span); agent && (last.get(agent) ?? -1n) < at; agent = runs.parentAgentOf(agent))
      last.set(agent, at);
  }
  return { startOf: (span) => first.get(span) ?? 0n, endOf: (span) => last.get(span) ?? first.get(span) ?? 0n };
}
