import type { Json } from '../model/json.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { defineView } from './define-view.ts';
import { joinCalls } from './join-calls.ts';
import { toolExecutions } from './tool-executions.ts';
import { type ToolRequest, toolRequests } from './tool-requests.ts';

/** One tool call: asked for by a model, executed, or both. */
export interface ToolCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments?: Json;
  readonly argumentsRaw?: string;
  /** The agent that called. */
  readonly agent?: Span;
  /** The model call that asked for it. */
  readonly requestedBy?: Span;
  /** The TOOL span that ran it. */
  readonly executedBy?: Span;
  readonly result?: Json;
  readonly isError?: boolean;
}

/**
 * The tool calls of a trace, each once: requested and executed calls are joined by call id, else by name and arguments,
 * else by name in order, within one agent. A call that is executed again is another call.
 */
export const toolCalls = defineView('tool-calls', 2, (trace: Trace): readonly ToolCall[] => {
  const runs = agentRuns(trace);
  const requested = toolRequests(trace);
  const executed = toolExecutions(trace).map((span) => ({ span, agent: runs.ownerOf(span) }));
  const joined = joinCalls(requested, executed);
  const position = new Map(trace.spans.map((span, index) => [span.spanId, index]));
  const calls: { order: number; call: ToolCall }[] = [];
  for (const { span, agent } of executed) {
    const request = joined.get(span);
    calls.push({ order: position.get((request?.by ?? span).spanId) ?? 0, call: executedCall(span, agent, request) });
  }
  const taken = new Set(joined.values());
  for (const request of requested)
    if (!taken.has(request)) calls.push({ order: position.get(request.by.spanId) ?? 0, call: requestedCall(request) });
  return calls.sort((a, b) => a.order - b.order).map((entry) => entry.call);
});

function executedCall(span: Span, agent: Span | undefined, request: ToolRequest | undefined): ToolCall {
  const { tool } = span;
  const id = tool?.callId ?? request?.part.id;
  const args = request?.part.arguments ?? tool?.arguments;
  const raw = request?.part.argumentsRaw ?? tool?.argumentsRaw;
  const caller = request?.agent ?? agent;
  return {
    name: request?.part.name ?? tool?.name ?? span.name,
    ...(id !== undefined && { id }),
    ...(args !== undefined && { arguments: args }),
    ...(raw !== undefined && { argumentsRaw: raw }),
    ...(caller && { agent: caller }),
    ...(request && { requestedBy: request.by }),
    executedBy: span,
    ...(tool?.result !== undefined && { result: tool.result }),
    ...((span.status === 'ERROR' || tool?.resultIsError) && { isError: true }),
  };
}

function requestedCall({ part, by, agent }: ToolRequest): ToolCall {
  return {
    name: part.name,
    ...(part.id !== undefined && { id: part.id }),
    ...(part.arguments !== undefined && { arguments: part.arguments }),
    ...(part.argumentsRaw !== undefined && { argumentsRaw: part.argumentsRaw }),
    ...(agent && { agent }),
    requestedBy: by,
  };
}
