import { field, type Json, listField, numberField, textField } from '../../model/json.ts';
import { type Message, textMessage } from '../../model/message.ts';
import { type AgentIdentity, makeSpan, type Span, type SpanError, type Status } from '../../model/span.ts';
import type { Cost } from '../../model/usage.ts';
import type { AgentNames } from './agent-names.ts';
import { isRefusal } from './launches.ts';
import type { BackgroundEnds } from './notifications.ts';
import { toPart } from './parts.ts';
import { timeRange } from './record-time.ts';
import type { Run } from './run.ts';
import { runEvents } from './run-events.ts';
import type { SessionRecord } from './session-record.ts';
import { countersOf, usageOf } from './usage.ts';
import { userKind } from './user-kind.ts';

/**
 * The span of a run: AGENT; CHAIN for a side call of the program, or for a prompt at the end of a recording that nobody
 * has answered yet. `results` counts the turns closed before.
 */
export function agentSpan(run: Run, names: AgentNames, results: number, ends: BackgroundEnds): Span {
  const { thread, agent } = run;
  const isInternal = agent?.isInternal === true;
  const isUnanswered =
    run.turn !== undefined && !thread.records.some((record) => record.type === 'assistant' || record.type === 'result');
  const isRun = !isInternal && !isUnanswered;
  const name = names.of(run);
  const range = timeRange(ownWork(thread.records));
  const result = thread.records.findLast((record) => record.type === 'result');
  const input = inputOf(run);
  const identity: AgentIdentity = {
    ...(name !== undefined && { name }),
    ...(agent?.agentId !== undefined && { id: agent.agentId }),
  };
  const [first] = thread.records;
  // Told what to do, without an answer or a result of its call: the recording ends before it spoke.
  const isSilent =
    agent !== undefined &&
    run.launch?.call.result === undefined &&
    !thread.records.some((record) => record.type === 'assistant');
  return makeSpan({
    ...placed(run),
    name: isInternal
      ? internalName(agent.agentId ?? '')
      : isUnanswered
        ? 'unanswered prompt'
        : (name ?? agent?.agentId ?? 'agent'),
    kind: isRun ? 'AGENT' : 'CHAIN',
    ...range,
    ...statusOf(run, result, ends),
    ...(isRun && Object.keys(identity).length > 0 && { agent: identity }),
    ...(input && { inputMessages: input }),
    ...(isSilent && { contentCaptured: false }),
    ...(result && reportedBy(result, results)),
    ...toolsOf(thread.records),
    events: runEvents(thread.records),
    attributes: attributesOf(thread.records),
    at: run.turn?.prompt?.at ?? first?.at ?? { file: '' },
  });
}

/**
 * The records that a run lasts for. What the program writes in the user's name, such as a command hours later, lengthens
 * it only where the model answers.
 */
function ownWork(records: readonly SessionRecord[]): readonly SessionRecord[] {
  const own: SessionRecord[] = [];
  let before: SessionRecord | undefined;
  for (const record of records) {
    if (record.type === 'queue-operation' || record.type === 'attachment') continue;
    const kind = record.type === 'user' ? userKind(record) : undefined;
    if (kind !== undefined && kind !== 'prompt' && kind !== 'tool_result' && kind !== 'interruption') {
      before = record;
      continue;
    }
    if (before && record.type === 'assistant') own.push(before);
    own.push(record);
    before = undefined;
  }
  return own.length > 0 ? own : records;
}

/** Ids and place of the span of a run. */
function placed(run: Run): Pick<Span, 'traceId' | 'spanId' | 'sessionId' | 'parentId'> {
  const { traceId, spanId, sessionId, parentId } = run;
  return { traceId, spanId, sessionId, ...(parentId !== undefined && { parentId }) };
}

function internalName(agentId: string): string {
  return agentId.startsWith('acompact') ? 'compaction' : 'prompt suggestion';
}

/** What the run was told: the prompt of the turn, or the first message to the agent. */
function inputOf({ turn, agent, thread }: Run): readonly Message[] | undefined {
  if (agent?.isInternal) return undefined;
  const first = turn ? turn.prompt : thread.records.find((record) => record.type === 'user');
  if (!first || (agent && userKind(first) === 'tool_result')) return undefined;
  return [{ role: 'user', parts: first.blocks.map(toPart) }];
}

/** The outcome that the issuer or the SDK reports of a run; a transcript by itself reports none. */
function statusOf({ launch }: Run, result: SessionRecord | undefined, ends: BackgroundEnds): StatusFields {
  if (launch) {
    const answer = launch.call.result;
    if (answer?.isError && !isRefusal(launch.call)) return failed('the call that ran it failed', 'tool_result');
    const end = launch.agentId === undefined ? undefined : ends.get(launch.agentId)?.status;
    if (end === 'error') return failed('its background run failed', 'task_notification');
    return end === 'completed' || textField(answer?.structured, 'status') === 'completed'
      ? { status: 'OK' }
      : { status: 'UNSET' };
  }
  const subtype = textField(result?.value, 'subtype');
  if (!result) return { status: 'UNSET' };
  const isError = field(result.value, 'is_error') === true || subtype === 'error_during_execution';
  if (isError) return failed(subtype ?? 'error', 'result');
  return { status: subtype === 'success' ? 'OK' : 'UNSET' };
}

interface StatusFields {
  readonly status: Status;
  readonly statusMessage?: string;
  readonly errors?: readonly SpanError[];
}

function failed(message: string, source: string): StatusFields {
  return { status: 'ERROR', statusMessage: message, errors: [{ message, source }] };
}

/** Usage, cost and answer as the SDK reports them at the end of a run. A second report of a session counts on. */
function reportedBy(result: SessionRecord, results: number): Partial<Span> {
  const usage = usageOf(countersOf(field(result.value, 'usage')), 'inclusive', 'full');
  const usd = numberField(result.value, 'total_cost_usd');
  const scope: Cost['scope'] = results > 0 ? 'cumulative_snapshot' : 'inclusive';
  const text = textField(result.value, 'result');
  const isAnswer = text !== undefined && field(result.value, 'is_error') !== true;
  return {
    ...(usage && { usage }),
    ...(usd !== undefined && usd >= 0 && { cost: { usd, scope, source: 'total_cost_usd' } }),
    ...(isAnswer && { outputMessages: [textMessage('assistant', text)], outputSource: 'span' as const }),
  };
}

function toolsOf(records: readonly SessionRecord[]): Pick<Span, 'toolDefinitions'> {
  const init = records.findLast((record) => record.type === 'system' && record.value.subtype === 'init');
  const names = listField(init?.value, 'tools').filter((name) => typeof name === 'string');
  return names.length > 0 ? { toolDefinitions: names.map((name) => ({ name })) } : {};
}

const KEPT = ['cwd', 'gitBranch', 'version', 'entrypoint', 'permissionMode'];

function attributesOf(records: readonly SessionRecord[]): Map<string, Json> {
  const attributes = new Map<string, Json>();
  for (const record of records) {
    for (const key of KEPT) {
      const value = attributes.has(key) ? undefined : textField(record.value, key);
      if (value !== undefined) attributes.set(key, value);
    }
    if (attributes.size === KEPT.length) break;
  }
  return attributes;
}
