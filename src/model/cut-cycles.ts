import type { Span } from './span.ts';

/**
 * Parents that form a cycle are cut at the first span in canonical order, which becomes a root.
 * Spans come in canonical order and keep it. Linear.
 */
export function cutParentCycles(spans: readonly Span[]): {
  readonly spans: readonly Span[];
  readonly cut: readonly Span[];
} {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const position = new Map(spans.map((span, index) => [span.spanId, index]));
  const settled = new Set<string>();
  const cut = new Set<string>();
  for (const start of spans) {
    const path = new Set<string>();
    let at: Span | undefined = start;
    while (at && !settled.has(at.spanId) && !path.has(at.spanId)) {
      path.add(at.spanId);
      at = at.parentId === undefined ? undefined : byId.get(at.parentId);
    }
    if (at && path.has(at.spanId)) cut.add(firstOfCycle(at, byId, position));
    for (const id of path) settled.add(id);
  }
  if (cut.size === 0) return { spans, cut: [] };
  const mended = spans.map((span) => {
    if (!cut.has(span.spanId)) return span;
    const { parentId: _, ...root } = span;
    return root;
  });
  return { spans: mended, cut: mended.filter((span) => cut.has(span.spanId)) };
}

function firstOfCycle(entry: Span, byId: ReadonlyMap<string, Span>, position: ReadonlyMap<string, number>): string {
  let first = entry;
  let at = byId.get(entry.parentId ?? '') ?? entry;
  while (at.spanId !== entry.spanId) {
    if ((position.get(at.spanId) ?? 0) < (position.get(first.spanId) ?? 0)) first = at;
    at = byId.get(at.parentId ?? '') ?? entry;
  }
  return first.spanId;
}
