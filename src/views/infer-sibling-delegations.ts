import type { Delegation } from '../model/delegation.ts';
import { textOf } from '../model/message.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { findOutput, taskText } from './agent-output.ts';
import { agentRuns } from './agent-runs.ts';
import { runStatus } from './run-status.ts';

/** How many open tool calls are compared with one agent: parallel calls beyond this are not told apart. */
const COMPARED = 64;

/**
 * Some recorders put an agent that runs as a tool beside its issuer, not under it. An edge is inferred when a tool call
 * of another agent spans the whole run and either its result is the run's output or its name holds the agent's name.
 */
export function inferSiblingDelegations(trace: Trace, known: readonly Delegation[]): Delegation[] {
  const runs = agentRuns(trace);
  const targets = new Set(known.flatMap((edge) => edge.toSpanId ?? []));
  const used = new Set(known.flatMap((edge) => edge.viaSpanId ?? []));
  const open: Span[] = [];
  const edges: Delegation[] = [];
  const isRun = new Set(runs.spans);
  for (const span of trace.spans) {
    if (span.kind === 'TOOL' && span.endNs !== undefined && !used.has(span.spanId)) open.push(span);
    if (!isRun.has(span) || targets.has(span.spanId) || span.startNs === undefined || span.endNs === undefined)
      continue;
    while (open.length && (open.at(-1)?.endNs ?? 0n) < span.startNs) open.pop();
    const tool = open
      .slice(-COMPARED)
      .reverse()
      .find((candidate) => covers(candidate, span) && !used.has(candidate.spanId) && means(candidate, span, trace));
    const issuer = tool && runs.ownerOf(tool);
    if (!tool || !issuer || issuer === span || isAbove(span, issuer, trace)) continue;
    used.add(tool.spanId);
    edges.push(inferredEdge(trace, issuer, tool, span));
  }
  return edges;
}

function covers(tool: Span, agent: Span): boolean {
  const { startNs, endNs } = agent;
  return (
    tool.startNs !== undefined &&
    tool.endNs !== undefined &&
    startNs !== undefined &&
    endNs !== undefined &&
    tool.startNs <= startNs &&
    tool.endNs >= endNs
  );
}

function means(tool: Span, agent: Span, trace: Trace): boolean {
  const output = findOutput({ agent, own: agentRuns(trace).ownSpansOf(agent) }).messages;
  const text = output ? textOf(output).trim() : '';
  const result = typeof tool.tool?.result === 'string' ? tool.tool.result.trim() : '';
  if (text.length > 0 && text === result) return true;
  const name = plain(agent.agent?.name ?? '');
  return name.length >= 3 && plain(tool.tool?.name ?? tool.name).includes(name);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isAbove(agent: Span, other: Span, trace: Trace): boolean {
  const runs = agentRuns(trace);
  let at = runs.parentAgentOf(other);
  while (at && at !== agent) at = runs.parentAgentOf(at);
  return at === agent;
}

function inferredEdge(trace: Trace, issuer: Span, tool: Span, agent: Span): Delegation {
  const task = taskText(tool.tool?.arguments);
  const result = tool.tool?.result;
  return {
    id: `${issuer.spanId}>${agent.spanId}`,
    traceId: trace.traceId,
    fromSpanId: issuer.spanId,
    ...(issuer.agent?.name !== undefined && { fromAgent: issuer.agent.name }),
    viaSpanId: tool.spanId,
    ...(tool.tool?.callId !== undefined && { viaToolCallId: tool.tool.callId }),
    toSpanId: agent.spanId,
    ...(agent.agent?.name !== undefined && { toAgent: agent.agent.name }),
    mode: 'tool_return',
    ...(task !== undefined && { task }),
    context: 'unknown',
    contextEvidence: 'none',
    basis: 'inferred',
    status: runStatus(agent),
    ...(typeof result === 'string' && { resultText: result }),
    at: tool.at,
  };
}
