import type { Delegation } from '../model/delegation.ts';
import type { Trace } from '../model/trace.ts';
import { taskText } from './agent-output.ts';
import { agentRuns } from './agent-runs.ts';
import { defineView } from './define-view.ts';
import { inferSiblingDelegations } from './infer-sibling-delegations.ts';
import { resolveReported } from './resolve-reported.ts';
import { runStatus } from './run-status.ts';

/**
 * Every delegation of a trace: the edges that the recording states, resolved to the agent runs they mean; one edge for
 * each agent nested in another; and edges inferred between siblings. An edge without a run stays, with its status and
 * without `toSpanId`.
 */
export const delegations = defineView('delegations', 2, (trace: Trace): readonly Delegation[] => {
  const known = resolveReported(trace, nestedDelegations(trace));
  return [...known, ...inferSiblingDelegations(trace, known)];
});

/** Edges that nesting itself records, by the agent they lead to. */
function nestedDelegations(trace: Trace): Map<string, Delegation> {
  const runs = agentRuns(trace);
  const edges = new Map<string, Delegation>();
  for (const agent of runs.spans) {
    const issuer = runs.parentAgentOf(agent);
    if (!issuer) continue;
    const tool = runs.toolAbove(agent);
    const task = taskText(tool?.tool?.arguments);
    edges.set(agent.spanId, {
      id: `${issuer.spanId}>${agent.spanId}`,
      traceId: trace.traceId,
      fromSpanId: issuer.spanId,
      ...(issuer.agent?.name !== undefined && { fromAgent: issuer.agent.name }),
      ...(tool && { viaSpanId: tool.spanId }),
      ...(tool?.tool?.callId !== undefined && { viaToolCallId: tool.tool.callId }),
      toSpanId: agent.spanId,
      ...(agent.agent?.name !== undefined && { toAgent: agent.agent.name }),
      mode: tool ? 'tool_return' : 'route',
      ...(task !== undefined && { task }),
      context: 'unknown',
      contextEvidence: 'none',
      basis: 'reported',
      status: runStatus(agent),
      at: agent.at,
    });
  }
  return edges;
}
