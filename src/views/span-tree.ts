import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';

/** The spans of a trace by parent. Children stand in canonical order. */
export interface SpanTree {
  /** Spans without a parent in this trace: true roots and orphans. */
  readonly roots: readonly Span[];
  /** Spans whose parent id names no span of this trace. */
  readonly orphans: readonly Span[];
  readonly byId: ReadonlyMap<string, Span>;
  childrenOf(span: Span): readonly Span[];
  parentOf(span: Span): Span | undefined;
}

const NONE: readonly Span[] = [];

export const spanTree = defineView('span-tree', 1, (trace: Trace): SpanTree => {
  const byId = new Map(trace.spans.map((span) => [span.spanId, span]));
  const children = new Map<string, Span[]>();
  const roots: Span[] = [];
  const orphans: Span[] = [];
  for (const span of trace.spans) {
    if (span.parentId === undefined || !byId.has(span.parentId)) {
      roots.push(span);
      if (span.parentId !== undefined) orphans.push(span);
      continue;
    }
    const siblings = children.get(span.parentId);
    if (siblings) siblings.push(span);
    else children.set(span.parentId, [span]);
  }
  return {
    roots,
    orphans,
    byId,
    childrenOf: (span) => children.get(span.spanId) ?? NONE,
    parentOf: (span) => (span.parentId === undefined ? undefined : byId.get(span.parentId)),
  };
});

/** Spans with every parent before its children, without recursion: a chain of any length is fine. */
export const parentsFirst = defineView('parents-first', 1, (trace: Trace): readonly Span[] => {
  const tree = spanTree(trace);
  const ordered: Span[] = [...tree.roots];
  for (let i = 0; i < ordered.length; i++) {
    const span = ordered[i];
    if (span) for (const child of tree.childrenOf(span)) ordered.push(child);
  }
  return ordered;
});
