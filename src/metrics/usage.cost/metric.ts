import type { Json } from '../../model/json.ts';
import type { Session, Trace } from '../../model/trace.ts';
import { type AgentCost, costByAgent, delegatedCost } from '../../prices/cost-by-agent.ts';
import { type CostFigure, type CostLine, costLedger, totalOf } from '../../prices/cost-ledger.ts';
import type { PriceTable } from '../../prices/price-table.ts';
import { sessionCost } from '../../prices/session-cost.ts';
import { countUnpriced } from '../../prices/unpriced-models.ts';
import { dollarText, roundDollars } from '../../results/dollars.ts';
import type { LeftOut } from '../../views/usage-gaps.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** US dollars of all model calls, each counted once. */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, { declared: { prices } }) => {
    if (partition.type === 'trace') return answer(ofTrace(partition.trace, prices), prices);
    if (partition.type === 'session') return answer(ofSession(partition.session, prices), prices);
    const because = 'cost is counted over a trace or a session';
    return { status: 'not_applicable', score: null, reason: 'scope_unsupported', because, evidence: [], details: {} };
  },
});

interface Cost {
  readonly total: CostFigure;
  readonly recorded: boolean;
  readonly gaps: readonly LeftOut[];
  readonly lines: readonly CostLine[];
  readonly agents: readonly AgentCost[];
  readonly delegated: CostFigure;
}

function ofTrace(trace: Trace, prices: PriceTable | undefined): Cost {
  const { lines, total, recorded, gaps, lost } = costLedger(trace, prices);
  const agents = costByAgent(trace, lines);
  const delegated = delegatedCost(trace, agents, total);
  return { lines, total, recorded, gaps: [...gaps, ...lost], agents, delegated };
}

function ofSession(session: Session, prices: PriceTable | undefined): Cost {
  return sessionCost(session, prices);
}

function answer(cost: Cost, prices: PriceTable | undefined): Scoring {
  const { total, recorded, gaps } = cost;
  const details = detailsOf(cost, prices);
  const evidence = gaps.flatMap(({ spanIds }) => spanIds.map((span_id) => ({ span_id }))).slice(0, 20);
  if (!recorded) {
    const because = 'no call carries tokens or a cost';
    const bounds = [0, null] as const;
    return { status: 'unresolved', score: null, reason: 'usage_not_recorded', bounds, because, evidence, details };
  }
  const [low, high] = [roundDollars(total.low), total.high === null ? null : roundDollars(total.high)];
  if (low !== high) {
    const why = gaps.map(({ reason, count }) => `${count} ${reason.replaceAll('_', ' ')}`).join(', ');
    const because = `at least ${dollarText(low)}${high === null ? '' : `, at most ${dollarText(high)}`}: ${why}`;
    const bounds = [low, high] as const;
    return { status: 'unresolved', score: null, reason: 'known_subtotal', bounds, because, evidence, details };
  }
  return { status: 'scored', score: low, because: dollarText(low), evidence, details };
}

function detailsOf(
  { total, recorded, gaps, lines, agents, delegated }: Cost,
  prices: PriceTable | undefined,
): Record<string, Json> {
  const known = roundDollars(total.low);
  const unpriced = countUnpriced(lines, new Map());
  const reported = lines.filter(({ basis }) => basis === 'reported');
  return {
    known_subtotal: recorded ? known : null,
    complete_total: recorded && total.high === total.low ? known : null,
    reported: roundDollars(totalOf(reported).low),
    priced: roundDollars(totalOf(lines.filter(({ basis }) => basis === 'price_table')).low),
    delegated: figure(delegated),
    records: lines.length,
    excluded: Object.fromEntries(gaps.map(({ reason, count }) => [reason, count])),
    unpriced_models: Object.fromEntries([...unpriced].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, 50)),
    agents: agents.slice(0, 200).map(({ agent, own, inclusive }) => ({
      span_id: agent.span.spanId,
      agent: agent.name,
      own: figure(own),
      inclusive: figure(inclusive),
    })),
    prices: prices?.id ?? null,
  };
}

/** An amount; its limits where it is not known exactly. */
function figure({ low, high }: CostFigure): Json {
  const [least, most] = [roundDollars(low), high === null ? null : roundDollars(high)];
  return least === most ? least : { at_least: least, at_most: most };
}
