import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { agents } from '../views/agents.ts';
import { defineView } from '../views/define-view.ts';
import { delegations } from '../views/delegations.ts';
import { toolCalls } from '../views/tool-calls.ts';

/** An agent of which only the result, or not even that, was recorded: what it called and how often is unknown. */
export interface UnobservedAgent {
  readonly name: string;
  /** Its own span, else the call that issued it. */
  readonly spanId?: string;
}

/** The agents of a trace that were not observed. */
export interface UnobservedAgents extends Array<UnobservedAgent> {
  /** Their own spans, where they have one. */
  readonly spanIds: ReadonlySet<string>;
}

/**
 * Agents whose internals the recording does not show: runs with no step of their own, and delegations that lead to no
 * run. One that failed or was cancelled before it ran did nothing that could be missing.
 */
export const unobservedAgents = defineView('unobserved-agents', 1, (trace: Trace): UnobservedAgents => {
  const runs = agentRuns(trace);
  const called = new Set<Span | undefined>(toolCalls(trace).map(({ agent }) => agent));
  const issuers = new Set<Span | undefined>(agents(trace).map(({ issuer }) => issuer));
  const opaque = agents(trace).filter(
    ({ span }) =>
      !called.has(span) &&
      !issuers.has(span) &&
      !span.toolCalls &&
      runs.ownSpansOf(span).every(({ kind }) => kind === 'UNKNOWN'),
  );
  const unseen = delegations(trace).filter(
    ({ toSpanId, status }) => toSpanId === undefined && status !== 'error' && status !== 'cancelled',
  );
  const list = [
    ...opaque.map(({ name, span }) => ({ name, spanId: span.spanId })),
    ...unseen.map(({ toAgent = 'an agent', viaSpanId, fromSpanId }) => {
      const spanId = viaSpanId ?? fromSpanId;
      return { name: toAgent, ...(spanId !== undefined && { spanId }) };
    }),
  ];
  return Object.assign(list, { spanIds: new Set(opaque.map(({ span }) => span.spanId)) });
});
