import type { Family } from './families.ts';
import type { Launch } from './launches.ts';
import type { Run } from './run.ts';
import type { SessionRecord } from './session-record.ts';
import type { AgentRecords } from './speakers.ts';
import { splitThread } from './split-thread.ts';
import type { Thread } from './thread.ts';
import type { ToolCall } from './tool-calls.ts';
import { TurnTimes } from './turn-times.ts';

/** Walks from issuers to the agents that they started, each run once. */
export class Placement {
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
    const turns = new TurnTimes(mains);
    for (const isLaunched of [false, true]) {
      for (const agent of agents) {
        const thread = this.#threads.get(agent);
        if (!thread || this.#placed.has(agent) || launched.has(agent) !== isLaunched) continue;
        this.#placed.add(agent);
        const main = turns.of(agent);
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
