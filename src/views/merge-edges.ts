import type { Delegation } from '../model/delegation.ts';

/** Two records of one edge: the one that names its tool call or handoff leads, the other adds what it leaves out. */
export function mergeEdges(a: Delegation, b: Delegation): Delegation {
  const [lead, other] = !hasVia(a) && hasVia(b) ? [b, a] : [a, b];
  const context = lead.context === 'unknown' ? other : lead;
  return {
    ...other,
    ...lead,
    context: context.context,
    contextEvidence: context.contextEvidence,
    status: lead.status === 'unknown' ? other.status : lead.status,
    // The parent of a span can itself be a conclusion of its source: nesting does not outrank an edge that says so.
    basis: hasVia(lead) || other.basis === 'reported' ? lead.basis : other.basis,
  };
}

/** True for an edge that names the call or span that carries it. */
export function hasVia(edge: Delegation): boolean {
  return edge.viaSpanId !== undefined || edge.viaToolCallId !== undefined;
}
