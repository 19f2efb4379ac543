import type { Delegation } from '../model/delegation.ts';
import { textField } from '../model/json.ts';
import type { Trace } from '../model/trace.ts';
import { taskText } from './agent-output.ts';
import { agentRuns } from './agent-runs.ts';
import { hasVia } from './merge-edges.ts';
import { plainName } from './plain-name.ts';
import { spanTree } from './span-tree.ts';
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
  const left = new EdgeCounts(trace);
  const edges: Delegation[] = [];
  for (const call of toolCalls(trace)) {
    const target = targetOf(call);
    if (target === undefined) continue;
    const isMentioned = [call.id, call.executedBy?.spanId].some((id) => id !== undefined && mentioned.has(id));
    if (!left.take(call, target) && !isMentioned) edges.push(edgeOf(trace, call, target));
  }
  return edges;
}

/** How many edges of the recording lead to an agent, by who issued them. */
class EdgeCounts {
  readonly #left = new Map<string, number>();

  constructor(trace: Trace) {
    const { byId } = spanTree(trace);
    const runs = agentRuns(trace);
    const pairs = new Map<string, { key: string; withCall: number; without: number }>();
    for (const edge of trace.delegations) {
      if (edge.toAgent === undefined) continue;
      const span = byId.get(edge.fromSpanId ?? edge.viaSpanId ?? '');
      const from = edge.fromAgent ?? (span && runs.ownerOf(span)?.agent?.name);
      const key = pairKey(from, edge.toAgent);
      const counts = pairs.get(key) ?? { key, withCall: 0, without: 0 };
      pairs.set(key, counts);
      if (hasVia(edge)) counts.withCall++;
      else counts.without++;
    }
    // A handoff and its receiver's note of it are two records of one edge.
    for (const { key, withCall, without } of pairs.values()) this.#left.set(key, Math.max(withCall, without));
  }

  take(call: ToolCall, target: string): boolean {
    for (const from of [call.agent?.agent?.name, undefined]) {
      const key = pairKey(from, target);
      const left = this.#left.get(key) ?? 0;
      if (left === 0) continue;
      this.#left.set(key, left - 1);
      return true;
    }
    return false;
  }
}

function pairKey(from: string | undefined, to: string): string {
  return JSON.stringify([from === undefined ? null : plainName(from), plainName(to)]);
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
