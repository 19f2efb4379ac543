import type { Session } from '../model/trace.ts';
import { KnownCalls } from '../views/known-calls.ts';
import { mayBeOneCall } from '../views/same-call.ts';
import { sessionUsage } from '../views/session-usage.ts';
import { type LeftOut, leftOut } from '../views/usage-gaps.ts';
import { type AgentCost, costByAgent, delegatedCost } from './cost-by-agent.ts';
import { type CostFigure, type CostLine, costLedger, gapsOf, totalOf } from './cost-ledger.ts';
import type { PriceTable } from './price-table.ts';

/** What a session costs: its traces, with a call that two of them record counted once. */
export interface SessionCost {
  readonly total: CostFigure;
  readonly recorded: boolean;
  readonly gaps: readonly LeftOut[];
  readonly lines: readonly CostLine[];
  readonly agents: readonly AgentCost[];
  /** Of the total, what delegated agents cost by themselves. */
  readonly delegated: CostFigure;
}

/** The cost of a session by its traces, each priced as `costLedger` does. */
export function sessionCost(session: Session, prices: PriceTable | undefined): SessionCost {
  const { entries } = sessionUsage(session);
  const known = new KnownCalls<undefined>((a, b) => a.traceId !== b.traceId && mayBeOneCall(a, b, false));
  const isFirst = ({ entry, span }: CostLine): boolean => {
    if (entry) return entries.has(entry);
    if (span.responseId === undefined) return true;
    const call = known.find(span.responseId, span);
    if (call) call.latest = span;
    else known.add(span.responseId, span, undefined);
    return !call;
  };
  const traces = session.traces.map((trace) => {
    const ledger = costLedger(trace, prices);
    return { trace, ledger, lines: ledger.lines.filter(isFirst) };
  });
  const lines = traces.flatMap((each) => each.lines);
  const sum = totalOf(lines);
  const lost = traces.flatMap(({ ledger }) => ledger.lost);
  const byTrace = traces.map(({ trace, ledger, lines: own }) => {
    const total = totalOf(own);
    const agents = costByAgent(trace, own);
    return { agents, delegated: delegatedCost(trace, agents, ledger.lost.length ? { ...total, high: null } : total) };
  });
  return {
    total: lost.length ? { low: sum.low, high: null } : sum,
    recorded: traces.some(({ ledger }) => ledger.recorded),
    gaps: merged([...gapsOf(lines), ...lost]),
    lines,
    agents: byTrace.flatMap(({ agents }) => agents),
    delegated: totalOf(byTrace.map(({ delegated }) => delegated)),
  };
}

function merged(gaps: readonly LeftOut[]): LeftOut[] {
  const reasons = [...new Set(gaps.map(({ reason }) => reason))].sort();
  return reasons.map((reason) => {
    const same = gaps.filter((gap) => gap.reason === reason);
    const count = same.reduce((sum, gap) => sum + gap.count, 0);
    return { ...leftOut(reason, []), count, spanIds: same.flatMap(({ spanIds }) => spanIds).slice(0, 20) };
  });
}
