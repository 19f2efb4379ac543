import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** How the LLM spans of a trace lie in each other. */
export interface NestedCalls {
  /** All LLM spans, in canonical order. */
  readonly spans: readonly Span[];
  /** The LLM spans directly inside another, in canonical order. */
  inside(span: Span): readonly Span[];
  /** LLM spans around this one. */
  depthOf(span: Span): number;
}

/** LLM spans inside LLM spans. An agent or tool inside a model call starts work of its own: calls below it lie in none. */
export function nestedCalls(trace: Trace): NestedCalls {
  const tree = spanTree(trace);
  const nearest = new Map<string, Span>();
  const depths = new Map<Span, number>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    const outer =
      parent && (parent.kind === 'LLM' ? parent : isBoundary(parent) ? undefined : nearest.get(parent.spanId));
    if (outer) nearest.set(span.spanId, outer);
    if (span.kind === 'LLM') depths.set(span, outer ? (depths.get(outer) ?? 0) + 1 : 0);
  }
  const spans = trace.spans.filter((span) => span.kind === 'LLM');
  const inside = new Map<Span, Span[]>();
  for (const span of spans) {
    const outer = nearest.get(span.spanId);
    const list = outer && inside.get(outer);
    if (list) list.push(span);
    else if (outer) inside.set(outer, [span]);
  }
  return { spans, inside: (span) => inside.get(span) ?? [], depthOf: (span) => depths.get(span) ?? 0 };
}

function isBoundary(parent: Span): boolean {
  return parent.kind === 'AGENT' || parent.kind === 'TOOL';
}
