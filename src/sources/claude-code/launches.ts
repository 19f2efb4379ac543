import { field, textField } from '../../model/json.ts';
import { contentText, recordText } from './session-record.ts';
import type { AgentRecords } from './speakers.ts';
import type { ToolCall } from './tool-calls.ts';

/** A tool call that starts an agent. */
export interface Launch {
  readonly call: ToolCall;
  readonly prompt?: string;
  /** The kind of agent that was asked for. */
  readonly agentType?: string;
  /** The agent's id, where the recording tells it. */
  readonly agentId?: string;
}

const LAUNCHERS: ReadonlySet<string> = new Set(['Task', 'Agent']);

/** Reads a tool call as the start of an agent; undefined for any other call. */
export function toLaunch(call: ToolCall, progress: ReadonlyMap<string, string>): Launch | undefined {
  if (!LAUNCHERS.has(call.name)) return undefined;
  const prompt = textField(call.input, 'prompt');
  const structured = call.result?.structured;
  const agentType = textField(call.input, 'subagent_type') ?? textField(structured, 'agentType');
  const agentId =
    textField(structured, 'agentId') ??
    textField(structured, 'agent_id') ??
    progress.get(call.callId ?? '') ??
    trailerId(contentText(call.result?.content));
  return {
    call,
    ...(prompt !== undefined && { prompt }),
    ...(agentType !== undefined && { agentType }),
    ...(agentId !== undefined && { agentId }),
  };
}

const TRAILER = 'agentId: ';

/** The id in the lines for the issuer that Claude Code puts behind an agent's answer. */
function trailerId(text: string | undefined): string | undefined {
  const start = text?.lastIndexOf(TRAILER) ?? -1;
  if (text === undefined || start === -1) return undefined;
  return /^[\w-]+/.exec(text.slice(start + TRAILER.length, start + TRAILER.length + 100))?.[0];
}

/** An answer without the lines for the issuer behind it. */
export function withoutTrailer(text: string): string {
  const start = text.lastIndexOf(TRAILER);
  if (start === -1) return text;
  const isOwnLine = start === 0 || text[start - 1] === '\n';
  const rest = text.slice(start);
  const isTrailer = rest.includes('(for resuming') || rest.includes('(use SendMessage') || rest.includes('<usage>');
  return isOwnLine && isTrailer ? text.slice(0, start).trimEnd() : text;
}

/** Which agent each launch started: by id, by the SDK's reference, else by an equal prompt, in order of time. */
export function linkLaunches(launches: readonly Launch[], agents: readonly AgentRecords[]): Map<Launch, AgentRecords> {
  const byKey = new Map(agents.map((agent) => [agent.key, agent]));
  const links = new Map<Launch, AgentRecords>();
  const linked = new Set<AgentRecords>();
  for (const launch of launches) {
    const agent = byKey.get(`agent:${launch.agentId ?? ''}`) ?? byKey.get(`call:${launch.call.callId ?? ''}`);
    if (!agent || agent.isInternal) continue;
    links.set(launch, agent);
    linked.add(agent);
  }
  const byPrompt = new Map<string, { agents: AgentRecords[]; next: number }>();
  for (const agent of [...agents].sort(byStart)) {
    const prompt = linked.has(agent) || agent.isInternal ? undefined : firstPrompt(agent);
    if (prompt === undefined) continue;
    const waiting = byPrompt.get(prompt);
    if (waiting) waiting.agents.push(agent);
    else byPrompt.set(prompt, { agents: [agent], next: 0 });
  }
  for (const launch of launches) {
    if (links.has(launch) || launch.prompt === undefined) continue;
    const waiting = byPrompt.get(launch.prompt.trim());
    const agent = waiting?.agents[waiting.next];
    if (!waiting || !agent || (launch.agentId !== undefined && agent.agentId !== undefined)) continue;
    waiting.next++;
    links.set(launch, agent);
  }
  return links;
}

/** What an agent was told first. */
export function firstPrompt(agent: AgentRecords): string | undefined {
  const first = agent.records.find((record) => record.type === 'user');
  return first && recordText(first).trim();
}

function byStart(a: AgentRecords, b: AgentRecords): number {
  const [first, second] = [a.records[0]?.timeNs ?? 0n, b.records[0]?.timeNs ?? 0n];
  if (first !== second) return first < second ? -1 : 1;
  return a.key < b.key ? -1 : 1;
}

/** True when a person refused the call or stopped it. */
export function isRefusal(call: ToolCall): boolean {
  const { result } = call;
  if (!result?.isError) return false;
  if (field(result.record.value, 'toolDenialKind') !== undefined) return true;
  const text = contentText(result.content) ?? '';
  return (
    text.startsWith("The user doesn't want to") ||
    text.startsWith('[Request interrupted by user') ||
    result.structured === 'User rejected tool use'
  );
}
