import { field, isObject, type Json } from '../model/json.ts';
import { type Message, textMessage } from '../model/message.ts';
import type { OutputSource, Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { callGroups, type ModelCall } from './model-calls.ts';

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

/** Where to look for what an agent was given and answered. */
export interface OutputPlaces {
  readonly trace: Trace;
  readonly agent: Span;
  /** The tool call that ran this agent and no other. */
  readonly tool?: Span;
  /** What the issuer received, from a delegation edge. */
  readonly resultText?: string;
}

/**
 * Finds the output of an agent: its own span, or the caller's of a remote agent; the last of its own model calls; the
 * result of the tool call that ran it. An output that was recorded as empty is never derived over.
 */
export function findOutput({ trace, agent, tool, resultText }: OutputPlaces): AgentOutput {
  const runs = agentRuns(trace);
  for (const span of [agent, runs.callerSideOf(agent)])
    if (span?.outputMessages !== undefined)
      return { messages: span.outputMessages, source: span.outputSource ?? 'span', span, notRecorded: false };
  const last = lastModelCall(trace, agent);
  const recorded = last?.find((span) => span.outputMessages?.length) ?? last?.find((span) => span.outputMessages);
  if (recorded?.outputMessages)
    return { messages: recorded.outputMessages, source: 'child_llm', span: recorded, notRecorded: false };
  if (tool?.tool?.result !== undefined && !tool.tool.resultIsError && tool.status !== 'ERROR')
    return { messages: resultMessages(tool.tool.result), source: 'parent_tool_result', span: tool, notRecorded: false };
  if (resultText !== undefined)
    return { messages: [textMessage('assistant', resultText)], source: 'parent_tool_result', notRecorded: false };
  const didWork = last ? last[0]?.status !== 'ERROR' : runs.ownSpansOf(agent).some((span) => span.kind === 'TOOL');
  return { messages: undefined, source: 'none', notRecorded: didWork };
}

/**
 * The spans of an agent's own model call that ended last, the counted one first; where an end is missing, of the last in
 * order. Roll-ups around several calls come after them.
 */
function lastModelCall(trace: Trace, agent: Span): readonly Span[] | undefined {
  const groups = callGroups(trace);
  const byCall = new Map<ModelCall, Span[]>();
  const rollUps: Span[] = [];
  for (const span of agentRuns(trace).ownSpansOf(agent)) {
    if (span.kind !== 'LLM') continue;
    const call = groups.callOf(span);
    const known = call && byCall.get(call);
    if (known) known.push(span);
    else if (call) byCall.set(call, [span]);
    else rollUps.push(span);
  }
  const calls = [...byCall];
  const ends = calls.map(([, spans]) => endOf(spans));
  const areAllKnown = ends.every((end) => end !== undefined);
  let at = calls.length - 1;
  if (areAllKnown) for (let i = at; i >= 0; i--) if ((ends[i] ?? 0n) > (ends[at] ?? 0n)) at = i;
  const [call, spans = []] = calls[at] ?? [];
  if (!call) return undefined;
  return [
    ...spans.filter((span) => span === call.span),
    ...spans.filter((span) => span !== call.span),
    ...rollUps.reverse(),
  ];
}

function endOf(spans: readonly Span[]): bigint | undefined {
  let end: bigint | undefined;
  for (const span of spans) if (span.endNs !== undefined && (end === undefined || span.endNs > end)) end = span.endNs;
  return end;
}

const RESULT_KEYS = ['content', 'result', 'output', 'response', 'text', 'answer'];

/** The messages of a tool's result. Null and empty structures are an empty answer. */
function resultMessages(result: Json): Message[] {
  const content = unwrapped(result);
  if (typeof content === 'string') return [textMessage('assistant', content)];
  if (content === null) return [];
  if (Array.isArray(content)) {
    if (content.length === 0) return [];
    const texts = content.flatMap((item) => {
      const text = typeof item === 'string' ? item : field(item, 'text');
      return typeof text === 'string' ? [text] : [];
    });
    if (texts.length) return [textMessage('assistant', texts.join(''))];
  }
  if (isObject(content) && Object.keys(content).length === 0) return [];
  return [textMessage('assistant', JSON.stringify(content))];
}

/** What a result holds under `content`, or under the only key that it has, a few levels deep. */
function unwrapped(result: Json): Json {
  let at = result;
  for (let depth = 0; depth < 4; depth++) {
    const keys = isObject(at) ? Object.keys(at) : [];
    const key =
      keys.length === 1 ? RESULT_KEYS.find((each) => each === keys[0]) : keys.find((each) => each === 'content');
    const inner = key === undefined ? undefined : field(at, key);
    if (inner === undefined) break;
    at = inner;
  }
  return at;
}

const TASK_KEYS = ['prompt', 'task', 'query', 'message', 'description', 'request', 'input'];

/** The task of an agent: its own input, else the last user message of its first model call, else the tool's arguments. */
export function findInput({ trace, agent, tool }: OutputPlaces): readonly Message[] | undefined {
  if (agent.inputMessages !== undefined) return agent.inputMessages;
  const first = agentRuns(trace)
    .ownSpansOf(agent)
    .find((span) => span.kind === 'LLM' && span.inputMessages?.length);
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
