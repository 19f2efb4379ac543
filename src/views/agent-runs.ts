import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentWrappers } from './agent-wrappers.ts';
import { defineView } from './define-view.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** Which spans are runs of agents, once wrappers are set aside, and what each agent itself did. */
export interface AgentRuns {
  /** In canonical order. */
  readonly spans: readonly Span[];
  /** AGENT spans that are no run of an agent: they count as CHAIN. */
  readonly wrappers: ReadonlySet<string>;
  /** The nearest agent at or above a span. */
  ownerOf(span: Span): Span | undefined;
  /** The nearest agent above an agent. */
  parentAgentOf(agent: Span): Span | undefined;
  /** The innermost TOOL span between an agent and the agent above it. */
  toolAbove(agent: Span): Span | undefined;
  /** The runs whose innermost tool call, short of the agent above them, is this one, in canonical order. */
  runsUnder(tool: Span): readonly Span[];
  /** The caller's side of an agent that caller and callee recorded, where that side has an output. */
  callerSideOf(agent: Span): Span | undefined;
  /** Spans whose nearest agent is this one, without the agent's own span, in canonical order. */
  ownSpansOf(agent: Span): readonly Span[];
}

export const agentRuns = defineView('agent-runs', 2, (trace: Trace): AgentRuns => {
  const wrappers = agentWrappers(trace);
  const tree = spanTree(trace);
  const owner = new Map<string, Span>();
  const above = new Map<string, Span>();
  const tools = new Map<string, Span>();
  const callers = new Map<string, Span>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    const isRun = span.kind === 'AGENT' && !wrappers.has(span.spanId);
    if (isRun) owner.set(span.spanId, span);
    if (!parent) continue;
    const outer = owner.get(parent.spanId);
    const isBelowRun = parent === outer;
    const tool = parent.kind === 'TOOL' ? parent : isBelowRun ? undefined : tools.get(parent.spanId);
    if (tool) tools.set(span.spanId, tool);
    const caller = isCallerSide(parent, wrappers) ? parent : isBelowRun ? undefined : callers.get(parent.spanId);
    if (caller) callers.set(span.spanId, caller);
    if (outer) (isRun ? above : owner).set(span.spanId, outer);
  }
  const own = new Map<string, Span[]>();
  const under = new Map<string, Span[]>();
  const runs: Span[] = [];
  for (const span of trace.spans) {
    const agent = owner.get(span.spanId);
    if (!agent) continue;
    if (agent !== span) {
      push(own, agent.spanId, span);
      continue;
    }
    runs.push(span);
    const tool = tools.get(span.spanId);
    if (tool) push(under, tool.spanId, span);
  }
  return {
    spans: runs,
    wrappers,
    ownerOf: (span) => owner.get(span.spanId),
    parentAgentOf: (agent) => above.get(agent.spanId),
    toolAbove: (agent) => tools.get(agent.spanId),
    runsUnder: (tool) => under.get(tool.spanId) ?? [],
    callerSideOf: (agent) => {
      const caller = callers.get(agent.spanId);
      return caller?.agent?.name === agent.agent?.name ? caller : undefined;
    },
    ownSpansOf: (agent) => own.get(agent.spanId) ?? [],
  };
});

function isCallerSide(span: Span, wrappers: ReadonlySet<string>): boolean {
  return span.agent?.name !== undefined && span.outputMessages !== undefined && wrappers.has(span.spanId);
}

function push(lists: Map<string, Span[]>, key: string, span: Span): void {
  const list = lists.get(key);
  if (list) list.push(span);
  else lists.set(key, [span]);
}
