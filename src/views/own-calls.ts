import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { callGroups, type ModelCall } from './model-calls.ts';

/**
 * The spans of each of an agent's own model calls, the call that ended last in front; where an end is missing, the last
 * in order. The counted span of a call is its first; roll-ups around several calls come after the last call's.
 */
export function ownCalls(trace: Trace, agent: Span): readonly (readonly Span[])[] {
  const groups = callGroups(trace);
  const byCall = new Map<ModelCall, Span[]>();
  const rollUps: Span[] = [];
  for (const span of agentRuns(trace).ownSpansOf(agent)) {
    if (span.kind !== 'LLM') continue;
    const call = groups.callOf(span);
    const known = call && byCall.get(call);
    if (known) known.push(span);
    else if (call) byCall.set(call, [span]);
    else rollUps.push(span);
  }
  const calls = [...byCall].map(([call, spans]) => ({
    end: endOf(spans),
    spans: [...spans.filter((span) => span === call.span), ...spans.filter((span) => span !== call.span)],
  }));
  calls.reverse();
  // The sort is stable: of calls that ended together the last in order stays in front.
  if (calls.every(({ end }) => end !== undefined)) calls.sort((a, b) => compareEnds(b.end, a.end));
  return calls.map(({ spans }, at) => (at === 0 ? [...spans, ...rollUps.reverse()] : spans));
}

function compareEnds(a = 0n, b = 0n): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function endOf(spans: readonly Span[]): bigint | undefined {
  let end: bigint | undefined;
  for (const span of spans) if (span.endNs !== undefined && (end === undefined || span.endNs > end)) end = span.endNs;
  return end;
}
