import { compareSpans } from '../model/canonical-order.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { defineView } from './define-view.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** The run of an agent that a span stands for: itself, else the first run below it. Absent where there is none. */
export const firstRunBelow = defineView('first-run-below', 1, (trace: Trace): ReadonlyMap<Span, Span> => {
  const runs = agentRuns(trace);
  const tree = spanTree(trace);
  const first = new Map<Span, Span>();
  for (const span of [...parentsFirst(trace)].reverse()) {
    if (runs.ownerOf(span) === span) first.set(span, span);
    const found = first.get(span);
    const parent = tree.parentOf(span);
    const known = parent && first.get(parent);
    if (found && parent && (!known || compareSpans(found, known) < 0)) first.set(parent, found);
  }
  return first;
});
