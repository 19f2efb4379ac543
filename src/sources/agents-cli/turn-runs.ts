import type { Delegation } from '../../model/delegation.ts';
import { field, type Json } from '../../model/json.ts';
import type { Message, Part, ToolCallPart, ToolResponsePart } from '../../model/message.ts';
import type { Span, SpanInput } from '../../model/span.ts';
import type { AgentRoster } from './agent-roster.ts';
import { textAt } from './keys.ts';
import { responseText } from './parts.ts';
import type { TurnPlace } from './project-turn.ts';
import type { Turn, TurnEvent } from './turn-events.ts';

interface Run {
  readonly author: string;
  readonly spanId: string;
  readonly first: TurnEvent;
  readonly issuer?: Run;
  /** The call that led to it. */
  readonly ledBy?: Call;
  last: TurnEvent;
  /** Parts of its last event by a model. */
  said: readonly Part[];
}

interface Call {
  readonly part: ToolCallPart;
  readonly spanId: string;
  readonly run: Run;
  readonly event: TurnEvent;
  response?: ToolResponsePart;
  answeredAt?: TurnEvent;
  /** The run that this call led to. */
  led?: Run;
}

const TRANSFERS: ReadonlySet<string> = new Set(['transfer_to_agent', 'transfer_to_other_agent']);
const HUMANS: ReadonlySet<string> = new Set([
  'transfer_to_human_agents',
  'transfer_to_human',
  'escalate_to_human',
  'handoff_to_human',
  'request_human',
]);
/** Authors that stand for the root agent where the dataset names no agent so. */
const ROOT_ALIASES: ReadonlySet<string> = new Set(['agent', 'model']);

/** Gathers the events of a turn into runs of agents, their model calls and their tool calls. */
export class TurnRuns {
  readonly #roster: AgentRoster;
  readonly #place: TurnPlace;
  readonly #turn: Turn;
  readonly #runs: Run[] = [];
  readonly #calls: Call[] = [];
  readonly #models: { readonly event: TurnEvent; readonly run: Run }[] = [];
  readonly #authors: ReadonlySet<string>;
  /** Calls by the agent that they lead to. */
  readonly #leading = new Map<string, Call[]>();
  /** Calls without an answer, by id and by name. */
  readonly #open = new Map<string, Call[]>();
  #lastTransfer: Call | undefined;
  #current: Run | undefined;

  constructor(turn: Turn, roster: AgentRoster, place: TurnPlace) {
    this.#turn = turn;
    this.#authors = new Set(turn.events.map((event) => event.author));
    this.#roster = roster;
    this.#place = place;
  }

  add(event: TurnEvent, isTool: boolean): void {
    const run = isTool || event.isUser ? (this.#current ?? this.#begin(event)) : this.#runOf(event);
    this.#current = run;
    run.last = event;
    const responses = event.parts.filter((part) => part.type === 'tool_call_response');
    for (const response of responses) this.#answer(response, event);
    const said = event.parts.filter((part) => part.type !== 'tool_call_response');
    if (said.length === 0 && responses.length > 0) return;
    run.said = said;
    this.#models.push({ event, run });
    let number = 0;
    for (const part of said) {
      if (part.type !== 'tool_call') continue;
      const spanId = `${idOf(event)}-tool-${String(number++).padStart(3, '0')}`;
      this.#call({ part, spanId, run, event });
    }
  }

  #call(call: Call): void {
    const { id, name } = call.part;
    this.#calls.push(call);
    const target = this.#targetOf(call);
    if (target !== undefined) push(this.#leading, target, call);
    if (target !== undefined && TRANSFERS.has(name)) this.#lastTransfer = call;
    push(this.#open, id === undefined ? `unnumbered ${name}` : `id ${id}`, call);
    push(this.#open, `name ${name}`, call);
  }

  /** The first call under a key that has no answer yet. */
  #takeOpen(key: string): Call | undefined {
    const calls = this.#open.get(key);
    while (calls?.length) {
      const call = calls.shift();
      if (call && !call.response) return call;
    }
    return undefined;
  }

  isEmpty(): boolean {
    return this.#runs.length === 0;
  }

  rootSaysText(): boolean {
    return this.#runs[0]?.said.some((part) => part.type === 'text' && part.content.trim() !== '') ?? false;
  }

  /** True when the last thing that happened is a call without an answer. */
  hasOpenCall(): boolean {
    const last = this.#models.at(-1)?.event;
    return this.#calls.some((call) => call.event === last && !call.response && !call.led);
  }

  /** The tool by which the run was given to a person, when that succeeded. */
  handedToHuman(): string | undefined {
    return this.#calls.find(({ part, response }) => HUMANS.has(part.name) && response && !response.isError)?.part.name;
  }

  *spans(
    asked: readonly Message[],
    answer: Pick<Span, 'outputMessages' | 'outputSource'> | undefined,
  ): Generator<SpanInput> {
    for (const run of this.#runs) yield this.#agentSpan(run, asked, answer);
    for (const { event, run } of this.#models) yield this.#modelSpan(event, run);
    for (const call of this.#calls) yield this.#toolSpan(call);
  }

  *delegations(): Generator<Delegation> {
    for (const call of this.#calls) {
      const toAgent = this.#targetOf(call);
      if (toAgent !== undefined && !call.led) yield this.#edge(call, toAgent);
    }
    for (const run of this.#runs) {
      if (!run.issuer) continue;
      yield run.ledBy ? this.#edge(run.ledBy, run.author) : this.#workflowEdge(run, run.issuer);
    }
  }

  /** The agent that a call leads to: a transfer, or a tool that bears the name of an agent. */
  #targetOf({ part }: Call): string | undefined {
    if (TRANSFERS.has(part.name)) return textAt(part.arguments, 'agent_name');
    return this.#roster.has(part.name) ? part.name : undefined;
  }

  #runOf(event: TurnEvent): Run {
    const [root] = this.#runs;
    const isAlias = ROOT_ALIASES.has(event.author) && !this.#roster.has(event.author);
    if (root && (event.author === root.author || isAlias)) return root;
    if (this.#current?.author === event.author) return this.#current;
    return this.#begin(event);
  }

  #begin(event: TurnEvent): Run {
    const call = this.#callThatLedTo(event.author);
    const issuer = call?.run ?? this.#declaredIssuer(event.author) ?? this.#runs[0];
    const spanId = `${idOf(event)}-agent`;
    const run: Run = {
      author: event.author,
      spanId,
      first: event,
      last: event,
      said: [],
      ...(issuer && { issuer }),
      ...(call && { ledBy: call }),
    };
    if (call) call.led = run;
    this.#runs.push(run);
    return run;
  }

  /**
   * The latest open call that leads to an author: a transfer or a tool of its name; else a transfer to a container, an
   * agent that is neither declared nor an author, such as a pipeline.
   */
  #callThatLedTo(author: string): Call | undefined {
    const exact = this.#leading.get(author)?.findLast((call) => !call.led);
    if (exact) return exact;
    const transfer = this.#lastTransfer;
    const container = transfer && this.#targetOf(transfer);
    if (container === undefined || this.#roster.has(container) || this.#authors.has(container)) return undefined;
    return transfer?.led ? undefined : transfer;
  }

  #declaredIssuer(author: string): Run | undefined {
    const issuers = this.#roster.issuersOf(author);
    return this.#runs.findLast((run) => issuers.includes(run.author));
  }

  #answer(response: ToolResponsePart, event: TurnEvent): void {
    const call =
      (response.id === undefined ? undefined : this.#takeOpen(`id ${response.id}`)) ??
      this.#takeOpen(`${response.id === undefined ? 'name' : 'unnumbered'} ${response.name ?? ''}`);
    if (!call) return;
    call.response = response;
    call.answeredAt = event;
  }

  #agentSpan(
    run: Run,
    asked: readonly Message[],
    answer: Pick<Span, 'outputMessages' | 'outputSource'> | undefined,
  ): SpanInput {
    const isRoot = run === this.#runs[0];
    const tools = this.#roster.toolsOf(run.author);
    const description = this.#roster.descriptionOf(run.author);
    return {
      ...this.#base(run.spanId, run.first, run.issuer?.spanId),
      ...(run.last.timeNs !== undefined && {
        endNs: isRoot ? (this.#turn.events.at(-1)?.timeNs ?? run.last.timeNs) : run.last.timeNs,
      }),
      name: run.author,
      kind: 'AGENT',
      agent: { name: run.author, ...(description !== undefined && { description }) },
      ...(tools.length && { toolDefinitions: tools }),
      ...(isRoot && asked.length && { inputMessages: asked }),
      ...(isRoot && answer),
    };
  }

  #modelSpan(event: TurnEvent, run: Run): SpanInput {
    const parts = event.parts.filter((part) => part.type !== 'tool_call_response');
    return {
      ...this.#base(`${idOf(event)}-model`, event, run.spanId),
      ...(event.timeNs !== undefined && { endNs: event.timeNs }),
      name: 'model event',
      kind: 'LLM',
      outputMessages: [{ role: 'assistant', parts }],
    };
  }

  #toolSpan({ part, spanId, run, event, response, answeredAt }: Call): SpanInput {
    return {
      ...this.#base(spanId, event, run.spanId),
      ...(answeredAt?.timeNs !== undefined && { endNs: answeredAt.timeNs }),
      name: part.name,
      kind: 'TOOL',
      ...(response?.isError && { status: 'ERROR' as const }),
      tool: {
        name: part.name,
        ...(part.id !== undefined && { callId: part.id }),
        ...(part.arguments !== undefined && { arguments: part.arguments }),
        ...(response?.response !== undefined && { result: response.response }),
        ...(response && { resultIsError: response.isError ?? false }),
      },
    };
  }

  #base(
    spanId: string,
    event: TurnEvent,
    parentId: string | undefined,
  ): Pick<SpanInput, 'traceId' | 'sessionId' | 'spanId' | 'parentId' | 'startNs' | 'at'> {
    const { traceId, sessionId, file } = this.#place;
    return {
      traceId,
      sessionId,
      spanId,
      ...(parentId !== undefined && { parentId }),
      ...(event.timeNs !== undefined && { startNs: event.timeNs }),
      at: { file, line: 1, pointer: event.pointer },
    };
  }

  #edge(call: Call, toAgent: string): Delegation {
    const isTransfer = TRANSFERS.has(call.part.name);
    const result = isTransfer ? undefined : responseText(call.response?.response);
    const task = taskOf(call.part.arguments);
    return {
      ...this.#edgeBase(call.run, toAgent, call.led, call.event),
      id: call.spanId,
      ...(call.part.id !== undefined && { viaToolCallId: call.part.id }),
      viaSpanId: call.spanId,
      mode: isTransfer ? 'handoff' : 'tool_return',
      ...(task !== undefined && { task }),
      // A transfer goes on in the session of its issuer; an agent that runs as a tool gets one of its own.
      context: isTransfer ? 'inherited' : 'isolated',
      contextEvidence: 'reported',
      basis: 'reported',
      status: call.response?.isError ? 'error' : call.led || result !== undefined ? 'completed' : 'unknown',
      ...(result !== undefined && { resultText: result }),
    };
  }

  #workflowEdge(run: Run, issuer: Run): Delegation {
    return {
      ...this.#edgeBase(issuer, run.author, run, run.first),
      id: `${issuer.spanId}>${run.spanId}`,
      mode: 'workflow',
      context: 'unknown',
      contextEvidence: 'none',
      basis: 'inferred',
      status: 'completed',
    };
  }

  #edgeBase(
    from: Run,
    toAgent: string,
    to: Run | undefined,
    event: TurnEvent,
  ): Pick<Delegation, 'traceId' | 'fromSpanId' | 'fromAgent' | 'toAgent' | 'toSpanId' | 'at'> {
    return {
      traceId: this.#place.traceId,
      fromSpanId: from.spanId,
      fromAgent: from.author,
      ...(to && { toSpanId: to.spanId }),
      toAgent,
      at: { file: this.#place.file, line: 1, pointer: event.pointer },
    };
  }
}

function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Ids sort in the order of events: no other order is recorded. */
function idOf(event: TurnEvent): string {
  return String(event.index).padStart(6, '0');
}

function taskOf(args: Json | undefined): string | undefined {
  for (const key of ['request', 'task', 'query', 'prompt', 'message']) {
    const value = field(args, key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}
