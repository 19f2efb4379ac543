import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';
import { spanTree } from './span-tree.ts';

/** When a walk through the tree enters and leaves each span. */
const walk = defineView('tree-walk', 1, (trace: Trace): ReadonlyMap<string, readonly [number, number]> => {
  const tree = spanTree(trace);
  const entered = new Map<string, number>();
  const times = new Map<string, readonly [number, number]>();
  const stack = [...tree.roots];
  let clock = 0;
  for (let span = stack.at(-1); span; span = stack.at(-1)) {
    const since = entered.get(span.spanId);
    if (since === undefined) {
      entered.set(span.spanId, clock++);
      for (const child of tree.childrenOf(span)) stack.push(child);
    } else {
      times.set(span.spanId, [since, clock++]);
      stack.pop();
    }
  }
  return times;
});

/** True when a span lies below another in the tree. */
export function isBelow(trace: Trace, span: Span, other: Span): boolean {
  const [inner, outer] = [walk(trace).get(span.spanId), walk(trace).get(other.spanId)];
  return inner !== undefined && outer !== undefined && outer[0] < inner[0] && inner[1] < outer[1];
}
