import type { Json } from '../../model/json.ts';
import { makeSpan, type Span, type SpanInput, type ToolDefinition } from '../../model/span.ts';
import type { At } from '../../problems/problem.ts';
import type { AssistantTurn, Conversation, ToolResult } from './conversation.ts';
import { isErrorText } from './ending.ts';

/** What is known of a conversation besides its messages. */
export interface Around {
  readonly traceId: string;
  /** Where the record stands. */
  readonly at: At;
  /** Where its list of messages stands. */
  readonly messagesAt: At;
  readonly agentName?: string;
  readonly model?: string;
  readonly tools?: readonly ToolDefinition[];
  readonly attributes: ReadonlyMap<string, Json>;
  /** Results of tools that begin with `Error` are errors. */
  readonly hasErrorTexts: boolean;
  /** The last messages are lost: what the agent answered in the end is not known. */
  readonly isCut: boolean;
  /** Why the run broke off, where the record says so. */
  readonly failure?: string;
}

const ROOT = `${spanNumber(0)}-agent`;

/** The spans of a conversation: the agent, one model call for each of its messages, one tool span for each result. */
export function* conversationSpans(conversation: Conversation, around: Around): Generator<Span> {
  const ids = usableIds(conversation);
  yield makeSpan(agentSpan(conversation, around));
  for (const turn of conversation.turns) yield makeSpan(modelSpan(turn, ids, around));
  for (const result of conversation.results) yield makeSpan(toolSpan(result, ids, around));
}

function agentSpan({ system, heard }: Conversation, around: Around): SpanInput {
  const { traceId, at, agentName = 'assistant', tools, attributes, isCut, failure } = around;
  return {
    traceId,
    spanId: ROOT,
    name: agentName,
    kind: 'AGENT',
    agent: { name: agentName },
    ...(system.length && { systemInstructions: system }),
    ...(heard.length && { inputMessages: heard }),
    ...(tools && { toolDefinitions: tools }),
    ...(isCut && { contentCaptured: false }),
    ...(failure !== undefined && {
      status: 'ERROR' as const,
      statusMessage: failure,
      errors: [{ message: failure, source: 'info.error' }],
    }),
    attributes,
    at,
  };
}

function modelSpan(turn: AssistantTurn, ids: ReadonlySet<string>, around: Around): SpanInput {
  const parts = turn.parts.map((part) => {
    if (part.type !== 'tool_call' || part.id === undefined || ids.has(part.id)) return part;
    const { id: _, ...rest } = part;
    return rest;
  });
  return {
    ...below(turn.index, 'model', around),
    name: around.model === undefined ? 'model call' : `chat ${around.model}`,
    kind: 'LLM',
    ...(around.model !== undefined && { model: { requested: around.model } }),
    ...(turn.heard.length && { inputMessages: turn.heard }),
    outputMessages: [{ role: 'assistant', ...(turn.name !== undefined && { name: turn.name }), parts }],
  };
}

function toolSpan(
  { index, call, callId, name, content }: ToolResult,
  ids: ReadonlySet<string>,
  around: Around,
): SpanInput {
  const id = call ? call.part.id : callId;
  const called = call?.part.name || name || 'tool';
  return {
    ...below(index, 'tool', around),
    name: called,
    kind: 'TOOL',
    tool: {
      name: called,
      ...(id !== undefined && (!call || ids.has(id)) && { callId: id }),
      ...(call?.part.arguments !== undefined && { arguments: call.part.arguments }),
      ...(call?.part.argumentsRaw !== undefined && { argumentsRaw: call.part.argumentsRaw }),
      ...(content !== undefined && { result: content }),
      ...(around.hasErrorTexts && content !== undefined && { resultIsError: isErrorText(content) }),
    },
  };
}

function below(
  index: number,
  what: 'model' | 'tool',
  { traceId, messagesAt }: Around,
): Pick<SpanInput, 'traceId' | 'spanId' | 'parentId' | 'at'> {
  return {
    traceId,
    spanId: `${spanNumber(index)}-${what}`,
    parentId: ROOT,
    at: { ...messagesAt, pointer: `${messagesAt.pointer ?? ''}/${index}` },
  };
}

/** Ids sort in the order of messages: no other order is recorded. */
function spanNumber(index: number): string {
  return String(index).padStart(8, '0');
}

/** Call ids that stand for one call. Some servers count anew in each message: such an id says nothing. */
function usableIds({ turns }: Conversation): Set<string> {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { calls } of turns)
    for (const { part } of calls) {
      if (part.id === undefined) continue;
      if (once.has(part.id)) twice.add(part.id);
      once.add(part.id);
    }
  for (const id of twice) once.delete(id);
  return once;
}
