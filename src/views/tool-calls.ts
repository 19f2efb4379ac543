import { canonicalJson } from '../model/canonical-json.ts';
import type { Json } from '../model/json.ts';
import type { ToolCallPart } from '../model/message.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { defineView } from './define-view.ts';
import { modelCalls } from './model-calls.ts';

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

interface Request {
  readonly part: ToolCallPart;
  readonly by: Span;
  readonly agent: Span | undefined;
}

/**
 * The tool calls of a trace, each once: requested and executed calls are joined by call id, else by name and arguments,
 * else by name in order, within one agent.
 */
export const toolCalls = defineView('tool-calls', 1, (trace: Trace): readonly ToolCall[] => {
  const runs = agentRuns(trace);
  const open = new RequestPool(requests(trace));
  const calls: { order: number; call: ToolCall }[] = [];
  const position = new Map(trace.spans.map((span, index) => [span.spanId, index]));
  for (const span of trace.spans) {
    if (span.kind !== 'TOOL') continue;
    const agent = runs.ownerOf(span);
    const request = open.take(span, agent);
    calls.push({ order: position.get((request?.by ?? span).spanId) ?? 0, call: executedCall(span, agent, request) });
  }
  for (const request of open.rest()) {
    calls.push({ order: position.get(request.by.spanId) ?? 0, call: requestedCall(request) });
  }
  return calls.sort((a, b) => a.order - b.order).map((entry) => entry.call);
});

function requests(trace: Trace): Request[] {
  const runs = agentRuns(trace);
  const found: Request[] = [];
  const seen = new Set<string>();
  const collect = (span: Span): void => {
    const parts = (span.outputMessages ?? []).flatMap((message) =>
      message.parts.filter((part) => part.type === 'tool_call'),
    );
    for (const part of [...parts, ...(span.toolCalls ?? [])]) {
      if (part.id !== undefined && seen.has(part.id)) continue;
      if (part.id !== undefined) seen.add(part.id);
      found.push({ part, by: span, agent: runs.ownerOf(span) });
    }
  };
  for (const call of modelCalls(trace)) {
    // Any span of one call can carry its content.
    const spans = [call.span, ...call.copies];
    collect(spans.find((span) => span.outputMessages?.length) ?? call.span);
  }
  for (const agent of runs.spans) {
    if (!runs.ownSpansOf(agent).some((span) => span.kind === 'LLM' || span.kind === 'TOOL')) collect(agent);
  }
  return found;
}

/** Requests that no executed call has claimed yet, found by id, by name and arguments, or by name. */
class RequestPool {
  readonly #requests: readonly Request[];
  readonly #taken = new Set<Request>();
  readonly #byKey = new Map<string, Request[]>();

  constructor(requests: readonly Request[]) {
    this.#requests = requests;
    for (const request of requests) {
      const { id, name } = request.part;
      if (id !== undefined) this.#index(`id ${id}`, request);
      this.#index(callKey(request.agent, name, request.part.arguments), request);
      this.#index(nameKey(request.agent, name), request);
    }
  }

  take(span: Span, agent: Span | undefined): Request | undefined {
    const name = span.tool?.name ?? span.name;
    const id = span.tool?.callId;
    const byId = id === undefined ? undefined : this.#claim(`id ${id}`, () => true);
    if (byId) return byId;
    // Two ids that differ are two calls.
    const mayJoin = (request: Request): boolean => id === undefined || request.part.id === undefined;
    return (
      this.#claim(callKey(agent, name, span.tool?.arguments), mayJoin) ?? this.#claim(nameKey(agent, name), mayJoin)
    );
  }

  rest(): readonly Request[] {
    return this.#requests.filter((request) => !this.#taken.has(request));
  }

  #index(key: string, request: Request): void {
    const list = this.#byKey.get(key);
    if (list) list.push(request);
    else this.#byKey.set(key, [request]);
  }

  #claim(key: string, mayJoin: (request: Request) => boolean): Request | undefined {
    const list = this.#byKey.get(key);
    while (list?.length) {
      const request = list[0];
      if (request && !this.#taken.has(request)) {
        if (!mayJoin(request)) return undefined;
        list.shift();
        this.#taken.add(request);
        return request;
      }
      list.shift();
    }
    return undefined;
  }
}

function nameKey(agent: Span | undefined, name: string): string {
  return `name ${agent?.spanId ?? ''} ${name}`;
}

function callKey(agent: Span | undefined, name: string, args: Json | undefined): string {
  return `call ${agent?.spanId ?? ''} ${name} ${canonicalJson(args ?? null)}`;
}

function executedCall(span: Span, agent: Span | undefined, request: Request | undefined): ToolCall {
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

function requestedCall({ part, by, agent }: Request): ToolCall {
  return {
    name: part.name,
    ...(part.id !== undefined && { id: part.id }),
    ...(part.arguments !== undefined && { arguments: part.arguments }),
    ...(part.argumentsRaw !== undefined && { argumentsRaw: part.argumentsRaw }),
    ...(agent && { agent }),
    requestedBy: by,
  };
}
