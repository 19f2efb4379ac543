import { compareText } from '../../model/canonical-order.ts';
import type { Family } from './families.ts';
import { type Launch, linkLaunches, toLaunch } from './launches.ts';
import type { FamilyRecords } from './read-family.ts';
import type { Report, SessionRecord } from './session-record.ts';
import type { AgentRecords, Speakers } from './speakers.ts';
import { readThread, type Thread } from './thread.ts';
import type { ToolCall } from './tool-calls.ts';
import { cutTurns, type Turn } from './turns.ts';

/** One run of one speaker in one trace: it becomes an AGENT span, or a CHAIN span for a side call of the program. */
export interface Run {
  readonly sessionId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly thread: Thread;
  readonly turn?: Turn;
  readonly agent?: AgentRecords;
  readonly launch?: Launch;
}

/** The runs of a family and how they came about. */
export interface Runs {
  readonly runs: readonly Run[];
  readonly launches: ReadonlyMap<ToolCall, Launch>;
  /** The agents that launches started, also where a run of it is nowhere. */
  readonly agents: ReadonlyMap<Launch, AgentRecords>;
  readonly runOf: ReadonlyMap<Launch, Run>;
}

/** Places every speaker of a family in a trace: agents under the calls that started them. */
export function buildRuns(family: Family, speakers: Speakers, facts: FamilyRecords, report: Report): Runs {
  const threads = new Map(speakers.agents.map((agent) => [agent, readThread(agent.records, report)]));
  const mains = [...speakers.main].flatMap(([id, records]) => mainRuns(id, records, speakers.hasCopies, report));
  const launches = new Map<ToolCall, Launch>();
  for (const { tools } of [...mains.map(({ thread }) => thread), ...threads.values()]) {
    for (const call of tools) {
      const launch = toLaunch(call, facts.progress);
      if (launch) launches.set(call, launch);
    }
  }
  const ordered = [...launches.values()].sort(byTime);
  const agents = linkLaunches(ordered, speakers.agents);
  const placement = new Placement(family, threads, launches, agents, ordered);
  placement.follow(mains);
  placement.placeRest(speakers.agents, mains);
  return { runs: placement.runs, launches, agents, runOf: placement.runOf };
}

function byTime(a: Launch, b: Launch): number {
  const [first, second] = [a.call.by.timeNs ?? 0n, b.call.by.timeNs ?? 0n];
  return first === second ? compareText(a.call.spanId, b.call.spanId) : first < second ? -1 : 1;
}

function mainRuns(sessionId: string, records: readonly SessionRecord[], hasCopies: boolean, report: Report): Run[] {
  const turns = cutTurns(sessionId, records);
  const turnOf = new Map<SessionRecord, number>();
  for (const [index, turn] of turns.entries()) for (const record of turn.records) turnOf.set(record, index);
  const threads = splitThread(readThread(records, report), turns.length, (record) => turnOf.get(record) ?? 0);
  return turns.flatMap((turn, index): Run[] => {
    const thread = threads[index];
    if (!thread || !turn.records.some((record) => record.type !== 'queue-operation' && record.type !== 'attachment'))
      return [];
    if (hasCopies && thread.calls.length === 0 && thread.tools.length === 0) return [];
    return [{ sessionId, traceId: turn.traceId, spanId: 'agent-main', thread, turn }];
  });
}

/** Cuts a thread; a call belongs where its first line is, whenever its result came. */
function splitThread(thread: Thread, count: number, partOf: (record: SessionRecord) => number): Thread[] {
  const parts = Array.from({ length: count }, () => ({
    records: [] as SessionRecord[],
    calls: [] as Thread['calls'][number][],
    tools: [] as ToolCall[],
  }));
  for (const record of thread.records) parts[partOf(record)]?.records.push(record);
  for (const call of thread.calls) if (call.records[0]) parts[partOf(call.records[0])]?.calls.push(call);
  for (const tool of thread.tools) parts[partOf(tool.by)]?.tools.push(tool);
  return parts;
}

/** Walks from issuers to the agents that they started, each run once. */
class Placement {
  readonly runs: Run[] = [];
  readonly runOf = new Map<Launch, Run>();
  readonly #placed = new Set<AgentRecords>();
  readonly #segments = new Map<Launch, { agent: AgentRecords; thread: Thread; index: number }>();
  readonly #family: Family;
  readonly #threads: ReadonlyMap<AgentRecords, Thread>;
  readonly #launches: ReadonlyMap<ToolCall, Launch>;

  constructor(
    family: Family,
    threads: ReadonlyMap<AgentRecords, Thread>,
    launches: ReadonlyMap<ToolCall, Launch>,
    agents: ReadonlyMap<Launch, AgentRecords>,
    ordered: readonly Launch[],
  ) {
    this.#family = family;
    this.#threads = threads;
    this.#launches = launches;
    const byAgent = new Map<AgentRecords, Launch[]>();
    for (const launch of ordered) {
      const agent = agents.get(launch);
      if (!agent) continue;
      const list = byAgent.get(agent);
      if (list) list.push(launch);
      else byAgent.set(agent, [launch]);
    }
    for (const [agent, starts] of byAgent) this.#cut(agent, starts);
  }

  /** An agent that is resumed has a run for each launch, from its time on. */
  #cut(agent: AgentRecords, starts: readonly Launch[]): void {
    const thread = this.#threads.get(agent);
    if (!thread) return;
    const part = new Map<SessionRecord, number>();
    let index = 0;
    for (const record of thread.records) {
      for (let next = starts[index + 1]; next; next = starts[index + 1]) {
        if (record.timeNs === undefined || next.call.by.timeNs === undefined || record.timeNs < next.call.by.timeNs)
          break;
        index++;
      }
      part.set(record, index);
    }
    const parts = splitThread(thread, starts.length, (record) => part.get(record) ?? 0);
    for (const [at, launch] of starts.entries()) {
      const own = parts[at];
      if (own && own.records.length > 0) this.#segments.set(launch, { agent, thread: own, index: at });
    }
  }

  follow(roots: readonly Run[]): void {
    const queue = [...roots];
    for (const run of queue) {
      this.runs.push(run);
      for (const tool of run.thread.tools) {
        const launch = this.#launches.get(tool);
        const segment = launch && this.#segments.get(launch);
        if (!launch || !segment || this.runOf.has(launch)) continue;
        const { agent, thread, index } = segment;
        this.#placed.add(agent);
        const spanId = `${spanIdOf(agent)}${index > 0 ? `~${index + 1}` : ''}`;
        const { sessionId, traceId } = run;
        const child: Run = { sessionId, traceId, spanId, parentId: tool.spanId, thread, agent, launch };
        this.runOf.set(launch, child);
        queue.push(child);
      }
    }
  }

  /** Agents that no known call started: under the turn of their time, else in a trace of their own. */
  placeRest(agents: readonly AgentRecords[], mains: readonly Run[]): void {
    const launched = new Set([...this.#segments.values()].map(({ agent }) => agent));
    for (const isLaunched of [false, true]) {
      for (const agent of agents) {
        const thread = this.#threads.get(agent);
        if (!thread || this.#placed.has(agent) || launched.has(agent) !== isLaunched) continue;
        this.#placed.add(agent);
        const main = turnAt(agent, mains);
        const spanId = spanIdOf(agent);
        const sessionId = main?.sessionId ?? this.#orphanSession(agent);
        const traceId = main?.traceId ?? `${sessionId}:${spanId}`;
        this.follow([{ sessionId, traceId, spanId, thread, agent, ...(main && { parentId: main.spanId }) }]);
      }
    }
  }

  /** Records of an agent's own file may name the agent as their session: the folder knows better. */
  #orphanSession(agent: AgentRecords): string {
    const own = agent.records[0]?.sessionId;
    return agent.key.startsWith('agent:') ? this.#family.sessionId : (own ?? this.#family.sessionId);
  }
}

function spanIdOf({ key }: AgentRecords): string {
  return `agent-${key.slice(key.indexOf(':') + 1)}`;
}

/** The turn in which an agent began: of its own session where that is here. */
function turnAt(agent: AgentRecords, mains: readonly Run[]): Run | undefined {
  const first = agent.records[0];
  const same = mains.filter(({ sessionId }) => sessionId === first?.sessionId);
  const candidates = same.length > 0 ? same : mains;
  const start = first?.timeNs;
  if (start === undefined) return candidates[0];
  return candidates.findLast(({ thread }) => (thread.records[0]?.timeNs ?? start) <= start) ?? candidates[0];
}
