import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { defineView } from './define-view.ts';
import { callGroups } from './model-calls.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** Sums of the time of spans, in nanoseconds. A span without both ends is in none of them. */
export interface Durations {
  /** Of agent runs: time of an agent is also in that of the agents around it. */
  readonly agentsNs: number;
  /** Of model and tool calls that hold no other call or agent, each once. */
  readonly leavesNs: number;
  /** Agent runs and leaves without a start or an end. */
  readonly untimed: number;
}

export const durations = defineView('durations', 1, (trace: Trace): Durations => {
  const tree = spanTree(trace);
  const runs = agentRuns(trace);
  const calls = callGroups(trace);
  const isStep = (span: Span): boolean => span.kind === 'LLM' || span.kind === 'TOOL' || runs.ownerOf(span) === span;
  const around = new Set<Span>();
  for (const span of [...parentsFirst(trace)].reverse()) {
    const parent = tree.parentOf(span);
    if (parent && (isStep(span) || around.has(span))) around.add(parent);
  }
  let [agentsNs, leavesNs, untimed] = [0, 0, 0];
  for (const span of trace.spans) {
    const isAgent = runs.ownerOf(span) === span;
    const isCall = span.kind === 'TOOL' || calls.callOf(span)?.span === span;
    if (!isAgent && (!isCall || around.has(span))) continue;
    const ns = durationNs(span);
    if (ns === undefined) untimed++;
    else if (isAgent) agentsNs += ns;
    else leavesNs += ns;
  }
  return { agentsNs, leavesNs, untimed };
});

/** The time of a span in nanoseconds; undefined without both ends. */
export function durationNs({ startNs, endNs }: Span): number | undefined {
  return startNs === undefined || endNs === undefined || endNs < startNs ? undefined : Number(endNs - startNs);
}
