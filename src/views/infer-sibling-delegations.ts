import type { Delegation } from '../model/delegation.ts';
import { textOf } from '../model/message.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { findOutput, taskText } from './agent-output.ts';
import { agentRuns } from './agent-runs.ts';
import { isBelow } from './is-below.ts';
import { plainName } from './plain-name.ts';
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
    const covering = open.slice(-COMPARED).filter((tool) => covers(tool, span) && !used.has(tool.spanId));
    const tool = meant(
      covering.filter((each) => mayIssue(each, span, trace)),
      span,
      trace,
    );
    const issuer = tool && runs.ownerOf(tool);
    if (!tool || !issuer) continue;
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

/** A tool call of another agent, which is not below the run itself. */
function mayIssue(tool: Span, agent: Span, trace: Trace): boolean {
  const issuer = agentRuns(trace).ownerOf(tool);
  return issuer !== undefined && issuer !== agent && !isBelow(trace, tool, agent);
}

/**
 * The innermost call that returned what the run answered; else the first whose name holds the agent's and whose result,
 * where both are recorded, does not contradict the answer. Parallel runs start in the order of their calls.
 */
function meant(tools: readonly Span[], agent: Span, trace: Trace): Span | undefined {
  if (tools.length === 0) return undefined;
  const output = findOutput({ agent, trace }).messages;
  const text = output ? textOf(output).trim() : '';
  const same = text === '' ? undefined : tools.findLast((tool) => resultOf(tool) === text);
  if (same) return same;
  const name = plainName(agent.agent?.name ?? '');
  if (name.length < 3) return undefined;
  return tools.find((tool) => {
    if (!plainName(tool.tool?.name ?? tool.name).includes(name)) return false;
    const result = resultOf(tool);
    return text === '' || result === '' || result.includes(text) || text.includes(result);
  });
}

function resultOf(tool: Span): string {
  const result = tool.tool?.result;
  return typeof result === 'string' ? result.trim() : '';
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
