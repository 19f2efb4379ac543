import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { defineView } from '../views/define-view.ts';
import { type ModelCall, modelCalls } from '../views/model-calls.ts';
import { type ToolCall, toolCalls } from '../views/tool-calls.ts';

/** What each agent of a trace did itself; `undefined` holds what no agent owns. */
export interface OwnWork {
  modelCallsOf(agent: Span | undefined): readonly ModelCall[];
  toolCallsOf(agent: Span | undefined): readonly ToolCall[];
  /** True for a model call that asks for a tool, by any of its records. */
  asksForTool(call: ModelCall): boolean;
  /** True where some model call of the trace gives a stop reason. */
  readonly givesReasons: boolean;
}

/** Model and tool calls by the agent that made them. */
export const ownWork = defineView('own-work', 1, (trace: Trace): OwnWork => {
  const { ownerOf } = agentRuns(trace);
  const models = grouped(modelCalls(trace), ({ span }) => ownerOf(span));
  const tools = grouped(toolCalls(trace), ({ agent }) => agent);
  const asking = new Set<Span | undefined>(toolCalls(trace).map(({ requestedBy }) => requestedBy));
  return {
    modelCallsOf: (agent) => models.get(agent) ?? [],
    toolCallsOf: (agent) => tools.get(agent) ?? [],
    asksForTool: ({ span, copies }) => asking.has(span) || copies.some((copy) => asking.has(copy)),
    givesReasons: trace.spans.some(({ kind, finishReasons }) => kind === 'LLM' && finishReasons.length > 0),
  };
});

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => Span | undefined): Map<Span | undefined, Item[]> {
  const groups = new Map<Span | undefined, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
