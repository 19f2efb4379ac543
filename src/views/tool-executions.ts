import { canonicalJson } from '../model/canonical-json.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/**
 * The TOOL spans of a trace without those that record again what the TOOL span around them runs (a framework and its
 * client both report one call), in canonical order.
 */
export function toolExecutions(trace: Trace): Span[] {
  const tree = spanTree(trace);
  const around = new Map<string, Span>();
  const copies = new Set<Span>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    if (!parent || parent.kind === 'AGENT' || parent.kind === 'LLM') continue;
    const outer = parent.kind === 'TOOL' ? parent : around.get(parent.spanId);
    if (!outer) continue;
    around.set(span.spanId, outer);
    if (span.kind === 'TOOL' && isSameCall(outer, span)) copies.add(span);
  }
  return trace.spans.filter((span) => span.kind === 'TOOL' && !copies.has(span));
}

function isSameCall(outer: Span, inner: Span): boolean {
  if ((outer.tool?.name ?? outer.name) !== (inner.tool?.name ?? inner.name)) return false;
  const [id, innerId] = [outer.tool?.callId, inner.tool?.callId];
  if (id !== undefined && innerId !== undefined) return id === innerId;
  const [args, innerArgs] = [outer.tool?.arguments, inner.tool?.arguments];
  return args === undefined || innerArgs === undefined || canonicalJson(args) === canonicalJson(innerArgs);
}
