import { compareText } from '../model/canonical-order.ts';
import type { Session } from '../model/trace.ts';
import { type CostFigure, totalOf } from '../prices/cost-ledger.ts';
import type { PriceTable } from '../prices/price-table.ts';
import { sessionCost } from '../prices/session-cost.ts';
import { sessionUsage } from '../views/session-usage.ts';
import { addTokens, NO_TOKENS, type TokenCount, totalOf as tokens } from '../views/token-count.ts';

/** One agent by name and role. `complete: false`: a figure is a known subtotal. */
export interface Row {
  readonly agent: string;
  readonly delegated: boolean;
  runs: number;
  calls: number;
  own: TokenCount;
  ownComplete: boolean;
  inclusive: TokenCount;
  inclusiveComplete: boolean;
  cost: CostFigure;
  inclusiveCost: CostFigure;
}

const NOTHING: CostFigure = { low: 0, high: 0 };
const UNKNOWN: CostFigure = { low: 0, high: null };

/** The agents of some sessions by name and role, those that used most first. */
export function rowsOf(sessions: readonly Session[], prices: PriceTable): Row[] {
  const rows = new Map<string, Row>();
  for (const session of sessions) {
    const costs = new Map(sessionCost(session, prices).agents.map((cost) => [cost.agent.span, cost]));
    for (const { agent, own, ownComplete, inclusive, inclusiveComplete, calls } of sessionUsage(session).agents) {
      const key = `${agent.role} ${agent.name}`;
      const row = rows.get(key) ?? {
        agent: agent.name,
        delegated: agent.role === 'delegated',
        runs: 0,
        calls: 0,
        own: NO_TOKENS,
        ownComplete: true,
        inclusive: NO_TOKENS,
        inclusiveComplete: true,
        cost: NOTHING,
        inclusiveCost: NOTHING,
      };
      rows.set(key, row);
      row.runs++;
      row.calls += calls;
      row.own = addTokens(row.own, own);
      row.inclusive = addTokens(row.inclusive, inclusive);
      row.ownComplete &&= ownComplete;
      row.inclusiveComplete &&= inclusiveComplete;
      const cost = costs.get(agent.span);
      row.cost = totalOf([row.cost, cost?.own ?? UNKNOWN]);
      row.inclusiveCost = totalOf([row.inclusiveCost, cost?.inclusive ?? UNKNOWN]);
    }
  }
  return [...rows.values()].sort((a, b) => tokens(b.own) - tokens(a.own) || compareText(a.agent, b.agent));
}

/** The tokens of some sessions. */
export interface Totals {
  readonly recorded: boolean;
  readonly complete: boolean;
  readonly total: TokenCount;
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[];
}

/** The tokens of some sessions, each counted once. */
export function totalsOf(sessions: readonly Session[]): Totals {
  const all = sessions.map(sessionUsage);
  const leftOut = new Map<string, number>();
  for (const { reason, count } of all.flatMap((each) => each.leftOut))
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
  const recorded = all.some((each) => each.recorded);
  return {
    recorded,
    complete: recorded && all.every((each) => each.complete || (!each.recorded && each.leftOut.length === 0)),
    total: all.reduce((sum, each) => addTokens(sum, each.total), NO_TOKENS),
    leftOut: [...leftOut].sort(([a], [b]) => compareText(a, b)).map(([reason, count]) => ({ reason, count })),
  };
}
