import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { parentsFirst, spanTree } from '../views/span-tree.ts';

/**
 * The embedding calls of a trace, each once: where a framework and its client both record one, the innermost record that
 * carries tokens or a cost counts.
 */
export function embeddingCalls(trace: Trace): Span[] {
  if (trace.spans.every(({ kind }) => kind !== 'EMBEDDING')) return [];
  const tree = spanTree(trace);
  const order = parentsFirst(trace);
  const above = new Set<Span>();
  for (const span of [...order].reverse()) {
    const parent = tree.parentOf(span);
    if (parent && (above.has(span) || (span.kind === 'EMBEDDING' && isKnown(span)))) above.add(parent);
  }
  const inside = new Set<Span>();
  for (const span of order) {
    const parent = tree.parentOf(span);
    if (parent && (parent.kind === 'EMBEDDING' || inside.has(parent))) inside.add(span);
  }
  return trace.spans.filter(
    (span) => span.kind === 'EMBEDDING' && !above.has(span) && (isKnown(span) || !inside.has(span)),
  );
}

function isKnown({ usage, cost }: Span): boolean {
  return usage !== undefined || cost !== undefined;
}
