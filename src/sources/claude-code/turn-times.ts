import type { Run } from './run.ts';
import type { AgentRecords } from './speakers.ts';

/** Finds the turn in which something began. */
export class TurnTimes {
  readonly #all: readonly Run[];
  readonly #bySession = new Map<string, Run[]>();

  /** Turns of one session stand in order; those of several are sorted by their start. */
  constructor(turns: readonly Run[]) {
    this.#all = [...turns].sort((a, b) => (startOf(a) < startOf(b) ? -1 : startOf(a) > startOf(b) ? 1 : 0));
    for (const run of this.#all) {
      const own = this.#bySession.get(run.sessionId);
      if (own) own.push(run);
      else this.#bySession.set(run.sessionId, [run]);
    }
  }

  /** The last turn that had begun when the agent began, of its own session where that is here. */
  of(agent: AgentRecords): Run | undefined {
    const [first] = agent.records;
    const turns = this.#bySession.get(first?.sessionId ?? '') ?? this.#all;
    const timeNs = first?.timeNs;
    if (timeNs === undefined) return turns[0];
    let low = 0;
    let high = turns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const turn = turns[middle];
      if (turn && startOf(turn) <= timeNs) low = middle + 1;
      else high = middle;
    }
    return turns[Math.max(0, low - 1)];
  }
}

function startOf({ thread }: Run): bigint {
  return thread.records.find(({ timeNs }) => timeNs !== undefined)?.timeNs ?? 0n;
}
