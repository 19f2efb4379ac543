import type { AgentEntry } from '../results/run-result.ts';
import { counts, percent } from './figures.ts';
import { wilson } from './wilson.ts';

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

/** Valid runs over all runs that could be judged, and what that leaves out. */
export interface ValidRate {
  readonly valid: number;
  readonly total: number;
  readonly leftOut: Readonly<Record<string, number>>;
}

/** The rate over some agents, pooled over their runs. */
function validRate(agents: readonly AgentEntry[]): ValidRate {
  let valid = 0;
  let total = 0;
  const leftOut = { unresolved: 0, 'not applicable': 0, 'never returned': 0 };
  for (const { labels, missing } of agents) {
    // A metric that counts missing delegations as runs has them in its total.
    if (!Object.hasOwn(labels, 'missing')) leftOut['never returned'] += missing;
    for (const [label, count] of Object.entries(labels)) {
      if (label === 'unresolved') leftOut.unresolved += count;
      else if (label === 'not_applicable') leftOut['not applicable'] += count;
      else total += count;
      if (label === 'valid') valid += count;
    }
  }
  return { valid, total, leftOut };
}

/** `11/14 valid (79 %, Wilson 95 % 52–92 %)`, or `unknown (no run could be judged)`. */
function ratePhrase({ valid, total }: ValidRate): string {
  if (total === 0) return 'unknown (no run could be judged)';
  const { low, high } = wilson(valid, total);
  const range = `${percent(low).replace(' %', '')}–${percent(high)}`;
  return `${valid}/${total} valid (${percent(valid / total)}, Wilson 95 % ${range})`;
}

/** `all agents 11/14 valid (…), delegated only 9/12 valid (…)`; the second only where some are delegated. */
export function bothRates(agents: readonly AgentEntry[]): string {
  const all = `all agents ${ratePhrase(validRate(agents))}`;
  const delegated = agents.filter((agent) => agent.delegated);
  return delegated.length ? `${all}, delegated only ${ratePhrase(validRate(delegated))}` : `${all}, none delegated`;
}

/** `2 unresolved, 1 never returned`, or undefined when every run is in the rate. */
export function leftOutPhrase(agents: readonly AgentEntry[]): string | undefined {
  return counts(validRate(agents).leftOut) || undefined;
}

/** `root`, or `delegated, depth 2`. */
export function rolePhrase(agent: AgentEntry): string {
  return agent.delegated ? `delegated, depth ${agent.depth}` : 'root';
}
