import type { Delegation } from '../model/delegation.ts';
import { textField } from '../model/json.ts';
import type { Trace } from '../model/trace.ts';
import { taskText } from './agent-output.ts';
import { type ToolCall, toolCalls } from './tool-calls.ts';

const TRANSFER = /^(?:transfer|handoff|hand_off|delegate)_(?:back_)?to_(.+)$/i;
const TARGET_KEYS = ['agent_name', 'agentName', 'agent', 'target'];
/** Those who are not agents: a call to them gives the run to a person. */
const PEOPLE = /^(?:a_?)?(?:human|humans|support|operator|representative|person|user|customer)(?:_|$)/i;

/**
 * Handoffs that stand in the recording as tool calls (`transfer_to_billing`, `transfer_to_agent {agent_name}`) and that
 * no edge of the recording mentions. A model can ask for two at once, of which its framework carries out one.
 */
export function handoffCalls(trace: Trace): Delegation[] {
  const mentioned = new Set(
    trace.delegations.flatMap((edge) => [edge.viaToolCallId, edge.viaSpanId]).filter((id) => id !== undefined),
  );
  const named = new Map<string, number>();
  for (const { toAgent } of trace.delegations)
    if (toAgent !== undefined) named.set(plain(toAgent), (named.get(plain(toAgent)) ?? 0) + 1);
  const edges: Delegation[] = [];
  for (const call of toolCalls(trace)) {
    const target = targetOf(call);
    if (target === undefined) continue;
    const key = plain(target);
    const left = named.get(key) ?? 0;
    if (left > 0) named.set(key, left - 1);
    const isMentioned = [call.id, call.executedBy?.spanId].some((id) => id !== undefined && mentioned.has(id));
    if (left === 0 && !isMentioned) edges.push(edgeOf(trace, call, target));
  }
  return edges;
}

function targetOf(call: ToolCall): string | undefined {
  const suffix = TRANSFER.exec(call.name)?.[1];
  if (suffix === undefined || PEOPLE.test(suffix)) return undefined;
  if (suffix !== 'agent' && suffix !== 'other_agent') return suffix;
  for (const key of TARGET_KEYS) {
    const name = textField(call.arguments, key);
    if (name !== undefined) return name;
  }
  return undefined;
}

function edgeOf(trace: Trace, call: ToolCall, target: string): Delegation {
  const span = call.executedBy ?? call.requestedBy;
  const task = taskText(call.arguments);
  return {
    id: `call:${call.id ?? span?.spanId ?? ''}:${target}`,
    traceId: trace.traceId,
    ...(call.agent && { fromSpanId: call.agent.spanId }),
    ...(call.agent?.agent?.name !== undefined && { fromAgent: call.agent.agent.name }),
    ...(span && { viaSpanId: span.spanId, at: span.at }),
    ...(call.id !== undefined && { viaToolCallId: call.id }),
    toAgent: target,
    mode: 'handoff',
    ...(task !== undefined && { task }),
    context: 'unknown',
    contextEvidence: 'none',
    basis: 'reported',
    status: call.isError ? 'error' : 'unknown',
  };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
