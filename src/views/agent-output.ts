import { field, isObject, type Json } from '../model/json.ts';
import { type Message, textMessage } from '../model/message.ts';
import type { OutputSource, Span } from '../model/span.ts';
import type { Terminal } from '../model/terminal.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { ownCalls } from './own-calls.ts';
import { isRecordingCut } from './recording-cut.ts';
import { weightOf, withoutNotices } from './stop-notices.ts';

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
  /** What it said last, where that was a stop word or the notice of a cap in a message of its own. */
  readonly stopNotice?: Terminal;
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
 * result of the tool call that ran it. An output that was recorded as empty is never derived over. A message that only
 * ends the run is none: then the output is what the agent said before.
 */
export function findOutput(places: OutputPlaces): AgentOutput {
  const found = recordedOutput(places);
  const { messages, notice } = withoutNotices(found.messages ?? []);
  if (!notice) return found;
  const answer = weightOf(messages) > 0 ? undefined : saidBefore(places);
  return { ...(answer ?? { ...found, messages }), stopNotice: notice };
}

function recordedOutput({ trace, agent, tool, resultText }: OutputPlaces): AgentOutput {
  const runs = agentRuns(trace);
  for (const span of [agent, runs.callerSideOf(agent)])
    if (span?.outputMessages !== undefined)
      return { messages: span.outputMessages, source: span.outputSource ?? 'span', span, notRecorded: false };
  const [last] = ownCalls(trace, agent);
  const isCut = isRecordingCut(trace);
  // A later call may have been lost: what an earlier one said is not known to be the answer.
  const ofCall = last && !isCut ? outputOfCall(last) : undefined;
  if (ofCall) return ofCall;
  if (tool?.tool?.result !== undefined && !tool.tool.resultIsError && tool.status !== 'ERROR')
    return { messages: resultMessages(tool.tool.result), source: 'parent_tool_result', span: tool, notRecorded: false };
  if (resultText !== undefined)
    return { messages: [textMessage('assistant', resultText)], source: 'parent_tool_result', notRecorded: false };
  const didWork = last ? last[0]?.status !== 'ERROR' : runs.ownSpansOf(agent).some((span) => span.kind === 'TOOL');
  return { messages: undefined, source: 'none', notRecorded: didWork || isCut };
}

function outputOfCall(spans: readonly Span[]): AgentOutput | undefined {
  const span = spans.find((each) => each.outputMessages?.length) ?? spans.find((each) => each.outputMessages);
  if (!span?.outputMessages) return undefined;
  return { messages: span.outputMessages, source: 'child_llm', span, notRecorded: false };
}

/** The last text of an agent that is no stop word, else the last other output of it. */
function saidBefore({ trace, agent }: OutputPlaces): AgentOutput | undefined {
  let other: AgentOutput | undefined;
  for (const spans of ownCalls(trace, agent)) {
    const found = outputOfCall(spans);
    const { messages } = withoutNotices(found?.messages ?? []);
    const weight = weightOf(messages);
    if (!found || weight === 0) continue;
    if (weight === 2) return { ...found, messages };
    other ??= { ...found, messages };
  }
  return other;
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
