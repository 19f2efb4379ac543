import type { Json } from '../model/json.ts';
import { field } from '../model/json.ts';
import { type Message, textMessage } from '../model/message.ts';
import type { OutputSource, Span } from '../model/span.ts';

/** What an agent answered, and where that was found. `messages: undefined`: nowhere. */
export interface AgentOutput {
  readonly messages: readonly Message[] | undefined;
  readonly source: OutputSource;
  readonly span?: Span;
  /**
   * The agent's last model call ended well and its answer was not recorded, or it called tools and no model call was
   * recorded at all: the output is unknown, not empty.
   */
  readonly notRecorded: boolean;
}

/** What the search may look at. */
export interface OutputPlaces {
  readonly agent: Span;
  /** The agent's own spans in canonical order. */
  readonly own: readonly Span[];
  /** The tool call that ran the agent. */
  readonly tool?: Span;
  /** What the issuer received, from a delegation edge. */
  readonly resultText?: string;
}

/**
 * Finds the output of an agent: its own span; the last of its own model calls; the result of the tool call that ran it.
 * An output that was recorded as empty is never derived over.
 */
export function findOutput({ agent, own, tool, resultText }: OutputPlaces): AgentOutput {
  if (agent.outputMessages !== undefined) {
    return { messages: agent.outputMessages, source: agent.outputSource ?? 'span', span: agent, notRecorded: false };
  }
  const last = lastModelCall(own);
  const recorded = last && (last.outputMessages ? last : callsInside(last, own).find((span) => span.outputMessages));
  if (recorded?.outputMessages) {
    return { messages: recorded.outputMessages, source: 'child_llm', span: recorded, notRecorded: false };
  }
  if (tool?.tool?.result !== undefined && !tool.tool.resultIsError && tool.status !== 'ERROR') {
    return { messages: resultMessages(tool.tool.result), source: 'parent_tool_result', span: tool, notRecorded: false };
  }
  if (resultText !== undefined) {
    return { messages: [textMessage('assistant', resultText)], source: 'parent_tool_result', notRecorded: false };
  }
  const didWork = last ? last.status !== 'ERROR' : own.some((span) => span.kind === 'TOOL');
  return { messages: undefined, source: 'none', notRecorded: didWork };
}

/** The model call that ended last; where times are missing, the last in order. Calls inside another are not looked at. */
function lastModelCall(own: readonly Span[]): Span | undefined {
  const calls = own.filter((span) => span.kind === 'LLM');
  const ids = new Set(calls.map((span) => span.spanId));
  let last: Span | undefined;
  for (const span of calls) {
    if (span.parentId !== undefined && ids.has(span.parentId)) continue;
    if (!last || span.endNs === undefined || last.endNs === undefined || span.endNs >= last.endNs) last = span;
  }
  return last;
}

/** Model calls recorded inside another one, in canonical order. */
function callsInside(outer: Span, own: readonly Span[]): Span[] {
  const parents = new Map(own.map((span) => [span.spanId, span.parentId]));
  const inside = new Set([outer.spanId]);
  const isInside = (span: Span): boolean => {
    const path: string[] = [];
    let at: string | undefined = span.spanId;
    while (at !== undefined && !inside.has(at)) {
      path.push(at);
      at = parents.get(at);
    }
    if (at === undefined) return false;
    for (const id of path) inside.add(id);
    return true;
  };
  return own.filter((span) => span.kind === 'LLM' && span !== outer && isInside(span));
}

function resultMessages(result: Json): Message[] {
  if (typeof result === 'string') return [textMessage('assistant', result)];
  const content = field(result, 'content') ?? result;
  if (Array.isArray(content)) {
    const texts = content.flatMap((item) => {
      const text = typeof item === 'string' ? item : field(item, 'text');
      return typeof text === 'string' ? [text] : [];
    });
    if (texts.length) return [textMessage('assistant', texts.join(''))];
  }
  return [textMessage('assistant', typeof content === 'string' ? content : JSON.stringify(content))];
}

const TASK_KEYS = ['prompt', 'task', 'query', 'message', 'description', 'request', 'input'];

/** The task of an agent: its own input, else the last user message of its first model call, else the tool's arguments. */
export function findInput({ agent, own, tool }: OutputPlaces): readonly Message[] | undefined {
  if (agent.inputMessages !== undefined) return agent.inputMessages;
  const first = own.find((span) => span.kind === 'LLM' && span.inputMessages?.length);
  const user = first?.inputMessages?.findLast((message) => message.role === 'user' || message.role === undefined);
  if (user) return [user];
  const text = taskText(tool?.tool?.arguments);
  return text === undefined ? undefined : [textMessage('user', text)];
}

/** The text of a task among the arguments of a tool call. */
export function taskText(args: Json | undefined): string | undefined {
  if (typeof args === 'string') return args;
  for (const key of TASK_KEYS) {
    const value = field(args, key);
    if (typeof value === 'string') return value;
  }
  return undefined;
}
