import type { AgentEntry, RunResult, ValidRate } from '../results/run-result.ts';
import { counts, intervalMethod, percent } from './figures.ts';
import { noInterval } from './summary-words.ts';

const OPEN: ReadonlySet<string> = new Set(['unresolved', 'not_applicable']);

/** How the runs of one agent ended. */
export interface Standing {
  readonly valid: number;
  /** Labels other than valid, with their counts; delegations that never returned as `missing`. */
  readonly bad: Readonly<Record<string, number>>;
  readonly badCount: number;
  readonly unresolved: number;
}

/** Splits the labels of an agent. */
export function standingOf(agent: AgentEntry): Standing {
  const labels = new Map(Object.entries(agent.labels));
  const bad = new Map([...labels].filter(([label, count]) => count > 0 && label !== 'valid' && !OPEN.has(label)));
  if (agent.missing > 0) bad.set('missing', agent.missing);
  return {
    valid: labels.get('valid') ?? 0,
    bad: Object.fromEntries(bad),
    badCount: [...bad.values()].reduce((sum, count) => sum + count, 0),
    unresolved: labels.get('unresolved') ?? 0,
  };
}

/** Agents with most that is not valid in front, then those that are open, then by name. */
export function worstFirst(agents: readonly AgentEntry[]): AgentEntry[] {
  const ranked = agents.map((agent) => ({ agent, standing: standingOf(agent) }));
  ranked.sort(
    (a, b) =>
      b.standing.badCount - a.standing.badCount ||
      b.standing.unresolved - a.standing.unresolved ||
      (a.agent.agent < b.agent.agent ? -1 : a.agent.agent > b.agent.agent ? 1 : 0) ||
      Number(a.agent.delegated) - Number(b.agent.delegated),
  );
  return ranked.map(({ agent }) => agent);
}

/** `11/14 valid (79 %, Wilson 95 % 52–92 %)`, or `unknown (no run could be judged)`. */
function ratePhrase({ valid, judged, interval, interval_reason: reason }: ValidRate): string {
  if (judged === 0) return 'unknown (no run could be judged)';
  const range = interval
    ? `${intervalMethod(interval)} ${percent(interval.low).replace(' %', '')}–${percent(interval.high)}`
    : noInterval(reason);
  return `${valid}/${judged} valid (${[percent(valid / judged), range].filter(Boolean).join(', ')})`;
}

/** `all agents 11/14 valid (…), delegated only 9/12 valid (…)`; the second only where some are delegated. */
export function bothRates({ agents, agent_rates: { all, delegated } }: RunResult): string {
  const phrase = `all agents ${ratePhrase(all)}`;
  return agents.some((agent) => agent.delegated)
    ? `${phrase}, delegated only ${ratePhrase(delegated)}`
    : `${phrase}, none delegated`;
}

/** `2 unresolved, 1 not applicable`, or undefined when every run is in the rate. */
export function leftOutPhrase({ agent_rates: { all } }: RunResult): string | undefined {
  const { unresolved, not_applicable: notApplicable } = all.left_out;
  return counts({ unresolved, 'not applicable': notApplicable }) || undefined;
}

/** `root`, or `delegated, depth 2`. */
export function rolePhrase(agent: AgentEntry): string {
  return agent.delegated ? `delegated, depth ${agent.depth}` : 'root';
}
