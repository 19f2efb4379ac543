import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** One call of a model. Several spans can record it; one of them is counted. */
export interface ModelCall {
  /** The span that counts: the deepest that carries usage, else the deepest. */
  readonly span: Span;
  /** The other spans of the same call. */
  readonly copies: readonly Span[];
  /** Copies that disagree on tokens. */
  readonly conflict: boolean;
}

/**
 * The model calls of a trace, each once. Two LLM spans record one call when one contains the other, or when they carry
 * the same response id. An outer LLM span around several calls is a roll-up of them.
 */
export const modelCalls = defineView('model-calls', 1, (trace: Trace): readonly ModelCall[] => {
  const tree = spanTree(trace);
  const outerOf = new Map<string, Span>();
  const nearest = new Map<string, Span>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    // An agent or tool inside a model call starts work of its own.
    const outer = parent && (parent.kind === 'LLM' ? parent : isBoundary(parent) ? undefined : nearest.get(parent.spanId));
    if (outer) nearest.set(span.spanId, outer);
    if (outer && span.kind === 'LLM') outerOf.set(span.spanId, outer);
  }
  const spans = trace.spans.filter((span) => span.kind === 'LLM');
  const inside = new Map<string, Span[]>();
  for (const span of spans) {
    const outer = outerOf.get(span.spanId);
    if (outer) inside.set(outer.spanId, [...(inside.get(outer.spanId) ?? []), span]);
  }
  const counted = new Map<string, Span>();
  const copies = new Map<string, Span[]>();
  const conflicts = new Set<string>();
  const byResponse = new Map<string, Span>();
  // Deepest first: canonical order lists parents before their children within one call.
  for (const span of [...parentsFirst(trace)].reverse()) {
    if (span.kind !== 'LLM') continue;
    const inner = (inside.get(span.spanId) ?? []).flatMap((child) => counted.get(child.spanId) ?? []);
    const twin = span.responseId === undefined ? undefined : byResponse.get(span.responseId);
    const same = span.duplicateOf === undefined ? twin : (counted.get(span.duplicateOf) ?? twin);
    const better = inner.find((child) => child.usage) ?? (span.usage ? undefined : inner[0]) ?? same;
    if (!better) {
      counted.set(span.spanId, span);
      copies.set(span.spanId, [...inner]);
      for (const child of inner) copies.delete(child.spanId);
      if (span.responseId !== undefined) byResponse.set(span.responseId, span);
      continue;
    }
    counted.set(span.spanId, better);
    copies.get(better.spanId)?.push(span);
    if (disagree(span, inner.length ? inner : [better])) conflicts.add(better.spanId);
  }
  return spans.flatMap((span) => {
    const others = copies.get(span.spanId);
    return others ? [{ span, copies: others, conflict: conflicts.has(span.spanId) }] : [];
  });
});

function isBoundary(span: Span): boolean {
  return span.kind === 'AGENT' || span.kind === 'TOOL';
}

/** True when an outer span's tokens are not the sum of the spans inside it. */
function disagree(outer: Span, inner: readonly Span[]): boolean {
  if (!outer.usage) return false;
  const sum = (pick: 'output' | 'inputTotalReported'): number => inner.reduce((total, span) => total + (span.usage?.[pick] ?? 0), 0);
  return (
    (outer.usage.output !== undefined && outer.usage.output !== sum('output')) ||
    (outer.usage.inputTotalReported !== undefined && outer.usage.inputTotalReported !== sum('inputTotalReported'))
  );
}
