import { compareText } from '../model/canonical-order.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';
import { runRoot } from './run-root.ts';
import { spanTree } from './span-tree.ts';

/** The time that one span is alone responsible for, in nanoseconds. */
export interface PathSegment {
  readonly span: Span;
  readonly ns: number;
}

/** The chain of spans that the end of a run waited for. Segments sum to the time of its root. */
export interface CriticalPath {
  readonly root: Span;
  readonly elapsedNs: number;
  /** From the end of the run to its start; a span stands once. */
  readonly segments: readonly PathSegment[];
  /** Spans below the root without a start or an end: their time counts for what is around them. */
  readonly untimed: number;
}

/** An interval in nanoseconds since the start of the root. */
interface Interval {
  readonly span: Span;
  readonly start: number;
  readonly end: number;
}

/**
 * Walks back from the end of the run: what ended last before a moment is what that moment waited for. A child counts
 * within the time of its parent only, so that no segment is negative under clock skew. Undefined where the root is not
 * one span with a start and an end. Source: CRISP, USENIX ATC 2022.
 */
export const criticalPath = defineView('critical-path', 1, (trace: Trace): CriticalPath | undefined => {
  const root = runRoot(trace);
  if (root?.startNs === undefined || root.endNs === undefined || root.endNs < root.startNs) return undefined;
  const zero = root.startNs;
  const tree = spanTree(trace);
  let untimed = 0;
  const childrenOf = (parent: Interval): Interval[] => {
    const within: Interval[] = [];
    for (const span of tree.childrenOf(parent.span)) {
      if (span.startNs === undefined || span.endNs === undefined) {
        untimed++;
        continue;
      }
      const start = Math.max(Number(span.startNs - zero), parent.start);
      const end = Math.min(Number(span.endNs - zero), parent.end);
      if (start < end) within.push({ span, start, end });
    }
    return within.sort((a, b) => b.end - a.end || a.start - b.start || compareText(a.span.spanId, b.span.spanId));
  };
  const elapsedNs = Number(root.endNs - zero);
  const segments: PathSegment[] = [];
  const open: Interval[] = [{ span: root, start: 0, end: elapsedNs }];
  for (let step = open.pop(); step; step = open.pop()) {
    let at = step.end;
    let own = 0;
    const next: Interval[] = [];
    for (const child of childrenOf(step)) {
      if (child.end > at) continue;
      own += at - child.end;
      next.push(child);
      at = child.start;
    }
    own += at - step.start;
    if (own > 0) segments.push({ span: step.span, ns: own });
    for (const child of next.reverse()) open.push(child);
  }
  return { root, elapsedNs, segments, untimed };
});
