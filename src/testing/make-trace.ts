import { Assembly } from '../model/assemble.ts';
import type { Delegation } from '../model/delegation.ts';
import { type Message, type ToolCallPart, textMessage } from '../model/message.ts';
import { makeSpan, type Span, type SpanInput, type SpanKind } from '../model/span.ts';
import type { ModelRecord, Session, Trace } from '../model/trace.ts';
import type { Usage } from '../model/usage.ts';

/** A span of a trace that is being made, with the spans below it. Times are milliseconds. */
export interface Made {
  readonly kind: SpanKind;
  readonly name: string;
  readonly shape: Shape;
}

/** What a made span says beyond its kind and name. Times that are left out follow the order of the tree. */
export interface Shape extends Partial<Omit<SpanInput, 'traceId' | 'name' | 'kind' | 'startNs' | 'endNs' | 'at'>> {
  readonly from?: number | undefined;
  /** `null`: the span did not end. */
  readonly to?: number | null;
  /** The text of its output; '' is an empty text, absent is no output. */
  readonly says?: string;
  /** Tool calls in its output. */
  readonly asks?: readonly ToolCallPart[];
  readonly told?: string;
  /** Input and output tokens of one whole record. */
  readonly tokens?: readonly [number, number];
  readonly children?: readonly Made[];
}

/** A span of an agent that has a name. */
export function agent(name: string, shape: Shape = {}): Made {
  return { kind: 'AGENT', name, shape: { agent: { name }, ...shape } };
}

/** A span that its exporter calls AGENT and that names none. */
export function unnamedAgent(name: string, shape: Shape = {}): Made {
  return { kind: 'AGENT', name, shape };
}

/** A model call. */
export function llm(shape: Shape = {}, name = 'chat'): Made {
  return { kind: 'LLM', name, shape };
}

/** An executed tool call; `callId`, `args` and `result` are those of its `tool`. */
export function tool(
  name: string,
  shape: Shape & { callId?: string; args?: Span['inputMessages'] | object; result?: unknown; failed?: boolean } = {},
): Made {
  const { callId, args, result, failed, ...rest } = shape;
  const use = { name, callId, arguments: args, result, resultIsError: failed };
  const known = Object.fromEntries(Object.entries(use).filter(([, value]) => value !== undefined));
  return { kind: 'TOOL', name, shape: { tool: { name, ...known }, ...rest } };
}

/** A step that is neither agent, model call nor tool. */
export function chain(name: string, shape: Shape = {}): Made {
  return { kind: 'CHAIN', name, shape };
}

/** A tool call as a model asks for it. */
export function call(name: string, args?: object, id?: string): ToolCallPart {
  return {
    type: 'tool_call',
    name,
    ...(id !== undefined && { id }),
    ...(args !== undefined && { arguments: args as NonNullable<ToolCallPart['arguments']> }),
  };
}

/** A record of usage that is not of one call. */
export function usage(input: number, output: number, scope: Usage['scope'] = 'inclusive'): Usage {
  return { inputUncached: input, inputTotalReported: input, output, scope, coverage: 'full' };
}

/** An edge of the recording. */
export function edge(given: Partial<Delegation> & { id: string }): Delegation {
  return {
    traceId: 't',
    mode: 'handoff',
    context: 'unknown',
    contextEvidence: 'none',
    basis: 'reported',
    status: 'unknown',
    ...given,
  };
}

/** The records of made spans: ids are the names, numbered from the second on (`chat`, `chat#2`), in trace `t`. */
export function recordsOf(roots: readonly Made[], traceId = 't'): Span[] {
  const spans: Span[] = [];
  const seen = new Map<string, number>();
  let clock = 0;
  interface Open {
    readonly made: Made;
    readonly parentId: string | undefined;
    readonly spanId?: string;
    readonly from?: number;
  }
  const stack: Open[] = roots.map((made) => ({ made, parentId: undefined })).reverse();
  for (let open = stack.pop(); open; open = stack.pop()) {
    const { made, parentId, from } = open;
    if (open.spanId !== undefined) {
      spans.push(spanOf(made, traceId, open.spanId, parentId, from ?? 0, clock++));
      continue;
    }
    const count = (seen.get(made.name) ?? 0) + 1;
    seen.set(made.name, count);
    const spanId = made.shape.spanId ?? (count === 1 ? made.name : `${made.name}#${count}`);
    stack.push({ made, parentId, spanId, from: clock++ });
    const children = made.shape.children ?? [];
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child) stack.push({ made: child, parentId: spanId });
    }
  }
  return spans;
}

function spanOf(
  made: Made,
  traceId: string,
  spanId: string,
  parentId: string | undefined,
  start: number,
  end: number,
): Span {
  const { from = start, to = end, says, asks, told, tokens, children: _, ...given } = made.shape;
  const timed = 'from' in made.shape && made.shape.from === undefined ? undefined : from;
  const messages: Message[] | undefined =
    says === undefined && !asks
      ? undefined
      : [{ role: 'assistant', parts: [...(says === undefined ? [] : [textPart(says)]), ...(asks ?? [])] }];
  return makeSpan({
    traceId,
    name: made.name,
    kind: made.kind,
    at: { file: 'made' },
    ...(parentId !== undefined && { parentId }),
    ...(timed !== undefined && { startNs: BigInt(timed) * 1_000_000n }),
    ...(timed !== undefined && to !== null && { endNs: BigInt(to) * 1_000_000n }),
    ...(messages && { outputMessages: messages }),
    ...(told !== undefined && { inputMessages: [textMessage('user', told)] }),
    ...(tokens && { usage: usage(tokens[0], tokens[1], 'exclusive') }),
    ...given,
    spanId,
  });
}

function textPart(content: string): Message['parts'][number] {
  return { type: 'text', content };
}

/** Sessions of spans and other records, assembled as those of a file are. */
export function assembled(records: readonly (Span | Delegation | ModelRecord)[]): readonly Session[] {
  const assembly = new Assembly(() => {});
  for (const record of records) {
    const wrapped: ModelRecord =
      'type' in record
        ? record
        : 'spanId' in record
          ? { type: 'span', span: record }
          : { type: 'delegation', delegation: record };
    assembly.add(wrapped, { name: 'made', runUnit: 'trace' });
  }
  return assembly.finish().sessions;
}

/** One trace of made spans and edges. */
export function makeTrace(roots: readonly Made[] | Made, delegations: readonly Delegation[] = []): Trace {
  return traceOf([...recordsOf('kind' in roots ? [roots] : roots), ...delegations]);
}

/** The only trace of some records. */
export function traceOf(records: readonly (Span | Delegation | ModelRecord)[]): Trace {
  const [trace] = assembled(records)[0]?.traces ?? [];
  if (!trace) throw new Error('no span was given');
  return trace;
}
