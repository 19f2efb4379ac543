import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { type Agent, agents } from '../views/agents.ts';
import { usageLedger } from '../views/usage-ledger.ts';
import { type CostFigure, type CostLine, totalOf } from './cost-ledger.ts';

/** What one agent run costs: by itself, and with the agents that it issued. */
export interface AgentCost {
  readonly agent: Agent;
  readonly own: CostFigure;
  readonly inclusive: CostFigure;
}

const NOTHING: CostFigure = { low: 0, high: 0 };

/** The cost of each agent run of a trace, by lines of its ledger. */
export function costByAgent(trace: Trace, lines: readonly CostLine[]): AgentCost[] {
  const list = agents(trace);
  const own = new Map<Span, CostFigure>();
  const totals = new Map<Span, CostFigure>();
  for (const line of lines) {
    if (!line.agent) continue;
    if (line.isTotal) totals.set(line.agent, line);
    else own.set(line.agent, totalOf([own.get(line.agent) ?? NOTHING, line]));
  }
  shareTotals(list, totals, own);
  const incomplete = new Set(usageLedger(trace).agents.flatMap((usage) => (usage.ownComplete ? [] : usage.agent.span)));
  const ownOf = ({ span }: Agent): CostFigure => {
    const figure = own.get(span) ?? NOTHING;
    return incomplete.has(span) && !totals.has(span) && figure.low === figure.high
      ? { low: figure.low, high: null }
      : figure;
  };
  const inclusive = new Map(list.map((agent) => [agent.span, ownOf(agent)]));
  // Deepest first, so that a child's figure is whole before it is added to its issuer's.
  for (const { span, issuer } of [...list].sort((a, b) => b.depth - a.depth)) {
    const total = totals.get(span);
    if (total) inclusive.set(span, { low: total.low, high: total.high });
    const above = issuer && inclusive.get(issuer);
    if (issuer && above) inclusive.set(issuer, totalOf([above, inclusive.get(span) ?? NOTHING]));
  }
  return list.map((agent) => ({ agent, own: ownOf(agent), inclusive: inclusive.get(agent.span) ?? NOTHING }));
}

/** A total is of an agent and those below it: how much of it is whose is not known. */
function shareTotals(list: readonly Agent[], totals: ReadonlyMap<Span, CostFigure>, own: Map<Span, CostFigure>): void {
  if (totals.size === 0) return;
  const around = new Map<Span, CostFigure>();
  const issuers = new Set(list.map(({ issuer }) => issuer));
  for (const { span, issuer } of [...list].sort((a, b) => a.depth - b.depth)) {
    const total = totals.get(span) ?? (issuer && around.get(issuer));
    if (!total) continue;
    around.set(span, total);
    own.set(span, issuers.has(span) || !totals.has(span) ? { low: 0, high: total.high } : total);
  }
}
