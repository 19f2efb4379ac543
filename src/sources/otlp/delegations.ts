import type { Delegation } from '../../model/delegation.ts';
import { field, type Json } from '../../model/json.ts';
import type { Span } from '../../model/span.ts';
import { textOfKeys } from './attribute-values.ts';

/** Tools by which a framework passes control to another agent, named in their arguments. */
export const HANDOFF_TOOLS: readonly string[] = ['transfer_to_agent', 'transfer_to_other_agent', 'handoff_to_agent'];

interface Named {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly task?: string | undefined;
  readonly mode?: Delegation['mode'];
}

/** The delegations that a span itself states, beside what nesting shows. `scope` is its instrumentation. */
export function delegationsOf(span: Span, scope: string | undefined): Delegation[] {
  const via = statedTransfer(span) ?? handoffSpan(span) ?? handoffTool(span);
  const edges: Delegation[] = [];
  if (via?.to !== undefined)
    edges.push({ ...edgeOf(span, via), id: `handoff:${span.spanId}`, viaSpanId: span.spanId, ...callId(span) });
  const received = receivedFrom(span, scope);
  if (received) edges.push({ ...edgeOf(span, received), id: `received:${span.spanId}`, toSpanId: span.spanId });
  return edges;
}

function edgeOf(span: Span, named: Named): Omit<Delegation, 'id'> {
  return {
    traceId: span.traceId,
    ...(named.from !== undefined && { fromAgent: named.from }),
    ...(named.to !== undefined && { toAgent: named.to }),
    ...(named.task !== undefined && { task: named.task }),
    mode: named.mode ?? 'handoff',
    context: 'unknown',
    contextEvidence: 'none',
    basis: 'reported',
    status: 'unknown',
    at: span.at,
  };
}

function callId(span: Span): { viaToolCallId?: string } {
  return span.tool?.callId === undefined ? {} : { viaToolCallId: span.tool.callId };
}

/** `gen_ai.transfer.*`: a tool call that says which agent it leads to, and whether control comes back. */
function statedTransfer(span: Span): Named | undefined {
  const to = textOfKeys(span.attributes, 'gen_ai.transfer.target.name');
  if (to === undefined) return undefined;
  const returns = textOfKeys(span.attributes, 'gen_ai.transfer.mode') === 'return_to_caller';
  return { from: span.agent?.name, to, mode: returns ? 'tool_return' : 'handoff' };
}

/** A span that is a handoff: by attributes, by its values, or by a name such as `A → B.handoff`. */
function handoffSpan(span: Span): Named | undefined {
  if (span.kind !== 'HANDOFF') return undefined;
  const { attributes } = span;
  const [before, after] = span.name.includes(' → ') ? span.name.split(' → ') : [];
  const named = span.name.startsWith('handoff to ') ? span.name.slice('handoff to '.length).trim() : undefined;
  return {
    from: textOfKeys(attributes, 'gen_ai.handoff.from_agent', 'input.value') ?? (before?.trim() || undefined),
    to:
      textOfKeys(attributes, 'gen_ai.handoff.to_agent') ??
      (named || textOfKeys(attributes, 'output.value')) ??
      (after?.replace(/\.handoff$/, '').trim() || undefined),
  };
}

function handoffTool(span: Span): Named | undefined {
  if (span.kind !== 'TOOL' || !span.tool || !HANDOFF_TOOLS.includes(span.tool.name)) return undefined;
  const to = text(field(span.tool.arguments, 'agent_name'));
  return to === undefined ? undefined : { to, task: text(field(span.tool.arguments, 'message')) };
}

/** The receiving agent's note of who called it or handed over to it. */
function receivedFrom(span: Span, scope: string | undefined): Named | undefined {
  if (span.kind !== 'AGENT') return undefined;
  const { attributes } = span;
  const handed = textOfKeys(attributes, 'gen_ai.agent.handoff_parent');
  const node = textOfKeys(attributes, 'graph.node.parent_id');
  const isAgentCaller = textOfKeys(attributes, 'gen_ai.caller.type') !== 'workflow';
  const caller = isAgentCaller ? textOfKeys(attributes, 'gen_ai.caller.name') : undefined;
  const from = handed ?? node ?? caller;
  if (from === undefined || from === span.agent?.name || from === span.agent?.id) return undefined;
  // Only the OpenAI Agents instrumentation means a handoff by the parent of a graph node; others mean an edge of a graph.
  const isHandoff = handed !== undefined || (node !== undefined && scope?.includes('openai_agents') === true);
  return { from, to: span.agent?.name, mode: isHandoff ? 'handoff' : 'route' };
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
