import type { Delegation } from '../../model/delegation.ts';
import { field, listField, textField } from '../../model/json.ts';
import { problem } from '../../problems/problem.ts';
import type { AgentNames } from './agent-names.ts';
import { firstPrompt, isRefusal, type Launch, withoutTrailer } from './launches.ts';
import type { BackgroundEnds } from './notifications.ts';
import type { Run, Runs } from './run.ts';
import { blocksText, contentText, type Report, type SessionRecord } from './session-record.ts';
import type { ToolCall } from './tool-calls.ts';
import { userKind } from './user-kind.ts';

/**
 * The delegations that a run issued, one for each call that starts an agent. `isCut`: the recording breaks off, and with
 * it perhaps the answer, so that no agent can be called missing.
 */
export function* delegationsOf(
  run: Run,
  { launches, agents, runOf }: Runs,
  ends: BackgroundEnds,
  names: AgentNames,
  isCut: boolean,
  report: Report,
): Generator<Delegation> {
  const interruption = run.thread.records.findLast(isInterruption)?.timeNs;
  for (const call of run.thread.tools) {
    const launch = launches.get(call);
    if (!launch) continue;
    const child = runOf.get(launch);
    const isKnown = agents.has(launch);
    if (!isKnown) reportMissing(launch, report);
    const toAgent = (child && names.of(child)) ?? launch.agentType ?? textField(call.input, 'name');
    const fromAgent = names.of(run);
    const isStopped = interruption !== undefined && (call.by.timeNs ?? interruption) <= interruption;
    const end = outcomeOf(launch, isKnown || isCut, isStopped, ends);
    yield {
      id: `delegation:${call.spanId}`,
      traceId: run.traceId,
      fromSpanId: run.spanId,
      ...(fromAgent !== undefined && { fromAgent }),
      ...(call.callId !== undefined && { viaToolCallId: call.callId }),
      viaSpanId: call.spanId,
      ...(child && { toSpanId: child.spanId }),
      ...(toAgent !== undefined && { toAgent }),
      mode: isBackground(call) ? 'spawn_async' : 'tool_return',
      ...(launch.prompt !== undefined && { task: launch.prompt }),
      ...contextOf(child, launch),
      basis: 'reported',
      ...end,
      at: call.by.at,
    };
  }
}

/** An agent whose issuer is in no file: it was delegated, and nothing more is known. */
export function orphanDelegation(run: Run, names: AgentNames): Delegation {
  const toAgent = names.of(run);
  const task = run.agent && firstPrompt(run.agent);
  const at = run.thread.records[0]?.at;
  return {
    id: `delegation:${run.spanId}`,
    traceId: run.traceId,
    toSpanId: run.spanId,
    ...(toAgent !== undefined && { toAgent }),
    mode: 'tool_return',
    ...(task !== undefined && { task }),
    ...contextOf(run, undefined),
    basis: 'reported',
    status: 'unknown',
    ...(at && { at }),
  };
}

/** Only recordings that keep agents in files of their own can miss one. */
function reportMissing(launch: Launch, report: Report): void {
  const isStream = field(launch.call.by.value, 'parent_tool_use_id') !== undefined;
  if (launch.agentId === undefined || isStream) return;
  report(problem('SOURCE_MISSING_FILE', { what: `agent-${launch.agentId}` }, launch.call.by.at));
}

/** True for a call that does not wait for the agent that it starts. */
export function isBackground({ result, input }: ToolCall): boolean {
  const status = textField(result?.structured, 'status') ?? '';
  return (
    field(input, 'run_in_background') === true || LAUNCHED.has(status) || field(result?.structured, 'isAsync') === true
  );
}

function isInterruption(record: SessionRecord): boolean {
  return record.type === 'user' && userKind(record) === 'interruption';
}

const LAUNCHED: ReadonlySet<string> = new Set(['async_launched', 'remote_launched', 'teammate_spawned']);

function outcomeOf(
  launch: Launch,
  isKnown: boolean,
  isStopped: boolean,
  ends: BackgroundEnds,
): Pick<Delegation, 'status' | 'resultText'> {
  const { call, agentId } = launch;
  const { result } = call;
  if (!result) return { status: !isKnown ? 'missing' : isStopped ? 'cancelled' : 'running' };
  if (result.isError) {
    const resultText = contentText(result.content);
    return { status: isRefusal(call) ? 'cancelled' : 'error', ...(resultText !== undefined && { resultText }) };
  }
  if (isBackground(call) && textField(result.structured, 'status') !== 'completed')
    return (agentId === undefined ? undefined : ends.get(agentId)) ?? { status: 'running' };
  const resultText = answerOf(call);
  return { status: 'completed', ...(resultText !== undefined && { resultText }) };
}

/** What the issuer received, without the lines that Claude Code adds for it. */
function answerOf({ result }: ToolCall): string | undefined {
  const structured = listField(result?.structured, 'content');
  if (structured.length > 0) return withoutTrailer(blocksText(structured));
  const content = result?.content;
  if (Array.isArray(content) && content.length > 1) return withoutTrailer(blocksText(content));
  const text = contentText(content);
  return text === undefined ? undefined : withoutTrailer(text);
}

/** An agent that starts without a parent record was given its prompt alone; one with copied history, the history. */
function contextOf(
  child: Run | undefined,
  launch: Launch | undefined,
): Pick<Delegation, 'context' | 'contextEvidence'> {
  if (child?.agent?.isForked) return { context: 'inherited', contextEvidence: 'reported' };
  const [first] = child?.thread.records ?? [];
  if (first && isStart(first, child?.agent && firstPrompt(child.agent), launch?.prompt))
    return { context: 'isolated', contextEvidence: 'reported' };
  return { context: 'unknown', contextEvidence: 'none' };
}

function isStart(first: SessionRecord, told: string | undefined, prompt: string | undefined): boolean {
  if (field(first.value, 'parentUuid') === null) return true;
  return first.type === 'user' && told !== undefined && told === prompt?.trim();
}
