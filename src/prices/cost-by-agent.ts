import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { type Agent, agents } from '../views/agents.ts';
import { parentsFirst, spanTree } from '../views/span-tree.ts';
import { usageLedger } from '../views/usage-ledger.ts';
import { type CostFigure, type CostLine, totalOf } from './cost-ledger.ts';

/** What one agent run costs: by itself, and with the agents that it issued. */
export interface AgentCost {
  readonly agent: Agent;
  readonly own: CostFigure;
  readonly inclusive: CostFigure;
}

const NOTHING: CostFigure = { low: 0, high: 0 };

/**
 * The cost of each agent run of a trace, by lines of its ledger. How much of a total is whose of the agents that it is
 * around is not known: each has between nothing and all of it.
 */
export function costByAgent(trace: Trace, lines: readonly CostLine[]): AgentCost[] {
  const list = agents(trace);
  const totals = new Map(lines.flatMap((line) => (line.isTotal ? [[line.span, line]] : [])));
  const totalOfAgent = agentsIn(trace, list, totals);
  const shared = new Set(list.flatMap(({ span }) => inside(span, totalOfAgent.get(span))));
  const own = new Map<Span, CostFigure>();
  const inclusive = new Map<Span, CostFigure>();
  const add = (sums: Map<Span, CostFigure>, agent: Span, figure: CostFigure): void => {
    sums.set(agent, totalOf([sums.get(agent) ?? NOTHING, figure]));
  };
  for (const line of lines) {
    if (!line.agent) continue;
    add(own, line.agent, shared.has(line.span) ? { low: 0, high: line.high } : line);
    add(inclusive, line.agent, line);
  }
  const incomplete = new Set(usageLedger(trace).agents.flatMap((usage) => (usage.ownComplete ? [] : usage.agent.span)));
  for (const { span } of list) {
    const total = totalOfAgent.get(span);
    const share = inside(span, total).length ? { low: 0, high: total?.high ?? null } : NOTHING;
    const isOpen = incomplete.has(span) && !total;
    for (const sums of [own, inclusive]) add(sums, span, isOpen ? { low: 0, high: null } : share);
  }
  // Deepest first, so that a child's figure is whole before it is added to its issuer's.
  for (const { span, issuer } of [...list].sort((a, b) => b.depth - a.depth)) {
    const isCounted = inside(span, totalOfAgent.get(span)).length > 0;
    if (issuer && !isCounted) add(inclusive, issuer, inclusive.get(span) ?? NOTHING);
  }
  return list.map((agent) => ({
    agent,
    own: own.get(agent.span) ?? NOTHING,
    inclusive: inclusive.get(agent.span) ?? NOTHING,
  }));
}

/** The total that each agent is part of, where one is. */
function agentsIn(trace: Trace, list: readonly Agent[], totals: ReadonlyMap<Span, CostLine>): Map<Span, CostLine> {
  const found = new Map<Span, CostLine>();
  if (totals.size === 0) return found;
  const tree = spanTree(trace);
  const around = new Map<Span, CostLine>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    const total = totals.get(span) ?? (parent && around.get(parent));
    if (total) around.set(span, total);
  }
  for (const { span } of list) {
    const total = around.get(span);
    if (total) found.set(span, total);
  }
  return found;
}

/** The span of the total that an agent lies within; none where the total is that of the agent. */
function inside(agent: Span, total: CostLine | undefined): readonly Span[] {
  return total && total.span !== agent ? [total.span] : [];
}

/** What the delegated agents cost by themselves, as far as one can tell: never more than everything. */
export function delegatedCost(trace: Trace, costs: readonly AgentCost[], total: CostFigure): CostFigure {
  const own = totalOf(costs.flatMap(({ agent, own: figure }) => (agent.role === 'delegated' ? [figure] : [])));
  const isHidden = usageLedger(trace).leftOut.some(({ reason }) => HIDDEN.includes(reason));
  const high = isHidden || own.high === null ? total.high : own.high;
  if (high === null || total.high === null) return { low: own.low, high: isHidden ? null : high };
  return { low: own.low, high: Math.max(own.low, Math.min(high, total.high)) };
}

/** What can be the work of a delegated agent that no record tells of. */
const HIDDEN = ['agent_not_observed', 'more_declared_than_recorded', 'parent_not_recorded'];
