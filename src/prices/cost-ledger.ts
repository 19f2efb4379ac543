import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { modelCalls } from '../views/model-calls.ts';
import { isOfCalls, isWhole } from '../views/token-count.ts';
import type { LedgerEntry } from '../views/usage-by-agent.ts';
import { type LeftOut, leftOut } from '../views/usage-gaps.ts';
import { usageLedger } from '../views/usage-ledger.ts';
import { isTiered, type ModelPrice, type PriceTable } from './price-table.ts';
import { type PriceGap, priceUsage } from './price-usage.ts';
import { withReportedTotals } from './reported-totals.ts';

/** US dollars between which a cost lies. `high: null`: nothing limits it, and `low` is a known subtotal. */
export interface CostFigure {
  readonly low: number;
  readonly high: number | null;
}

/** Why the cost of a call is not known exactly. */
export type CostGap =
  | PriceGap
  | 'model_not_priced'
  | 'model_not_recorded'
  | 'call_without_usage'
  | 'partial_usage'
  | 'tiered_sum';

/** The cost of one model call, or of the sum of several that a span reports. */
export interface CostLine extends CostFigure {
  readonly span: Span;
  readonly agent?: Span;
  readonly basis: 'reported' | 'price_table';
  /** It is the cost of everything below its span. */
  readonly isTotal: boolean;
  readonly gap?: CostGap;
  /** The entry of the usage ledger that it prices. */
  readonly entry?: LedgerEntry;
}

/** What a trace costs, each call once. Tools have no price, and their cost is no part of it. */
export interface CostLedger {
  readonly lines: readonly CostLine[];
  readonly total: CostFigure;
  /** False where no call carries tokens or a cost. */
  readonly recorded: boolean;
  /** Why lines are not known exactly. */
  readonly gaps: readonly LeftOut[];
  /** Calls that were lost with their spans or agents, by reason. */
  readonly lost: readonly LeftOut[];
}

/** Gaps of the token ledger that leave calls out altogether. */
const LOST_CALLS = ['more_declared_than_recorded', 'parent_not_recorded', 'agent_not_observed', 'agent_without_calls'];

/**
 * The cost of a trace: of each call as its recording reports it, else by its tokens and the table. A total that is
 * reported for a subtree counts where the calls below it cannot all be priced.
 */
export function costLedger(trace: Trace, prices: PriceTable | undefined): CostLedger {
  const known = MEMO.get(trace);
  if (known && known.prices === prices) return known.ledger;
  const ledger = computeLedger(trace, prices);
  MEMO.set(trace, { prices, ledger });
  return ledger;
}

const MEMO = new WeakMap<Trace, { readonly prices: PriceTable | undefined; readonly ledger: CostLedger }>();

function computeLedger(trace: Trace, prices: PriceTable | undefined): CostLedger {
  const { lines, isWholeTrace } = withReportedTotals(trace, callLines(trace, prices));
  const lost = isWholeTrace ? [] : usageLedger(trace).leftOut.filter(({ reason }) => LOST_CALLS.includes(reason));
  const sum = totalOf(lines);
  return {
    lines,
    total: lost.length ? { low: sum.low, high: null } : sum,
    recorded: lines.some(({ gap }) => gap !== 'call_without_usage'),
    gaps: gapsOf(lines),
    lost,
  };
}

/** The sum of some lines. */
export function totalOf(lines: readonly CostFigure[]): CostFigure {
  let [low, high] = [0, 0 as number | null];
  for (const line of lines) {
    low += line.low;
    high = high === null || line.high === null ? null : high + line.high;
  }
  return { low, high };
}

/** Why lines are not known exactly, with their spans. */
export function gapsOf(lines: readonly CostLine[]): LeftOut[] {
  const spans = new Map<CostGap, Span[]>();
  for (const { gap, span } of lines) {
    if (!gap) continue;
    const known = spans.get(gap);
    if (known) known.push(span);
    else spans.set(gap, [span]);
  }
  return [...spans].sort(([a], [b]) => (a < b ? -1 : 1)).map(([gap, found]) => leftOut(gap, found));
}

function callLines(trace: Trace, prices: PriceTable | undefined): CostLine[] {
  const runs = agentRuns(trace);
  const ledger = usageLedger(trace);
  const entries = new Map(ledger.entries.map((entry) => [entry.span, entry]));
  const line = (span: Span, cost: Cost, entry?: LedgerEntry): CostLine => {
    const agent = runs.ownerOf(span);
    return { span, isTotal: false, ...cost, ...(agent && { agent }), ...(entry && { entry }) };
  };
  const uncounted = new Set(ledger.uncounted);
  const calls = modelCalls(trace).flatMap(({ span, copies }) => {
    const entry = entries.get(span);
    const reported = [span, ...copies].find(({ cost }) => cost && cost.scope !== 'cumulative_snapshot')?.cost?.usd;
    if (reported !== undefined) return [line(span, exactly(reported), entry)];
    if (entry) return [line(span, priced(span, prices), entry)];
    return uncounted.has(span) ? [line(span, unknown('call_without_usage'))] : [];
  });
  const sums = ledger.entries
    .filter(({ basis }) => basis === 'declared')
    .map((entry) => line(entry.span, pricedSum(entry, prices), entry));
  const embeddings = trace.spans
    .filter(({ kind, usage }) => kind === 'EMBEDDING' && usage)
    .map((span) => line(span, priced(span, prices)));
  return [...calls, ...sums, ...embeddings];
}

type Cost = Pick<CostLine, 'low' | 'high' | 'basis' | 'gap'>;

function exactly(usd: number): Cost {
  return { low: usd, high: usd, basis: 'reported' };
}

function unknown(gap: CostGap): Cost {
  return { low: 0, high: null, basis: 'price_table', gap };
}

function priced(span: Span, prices: PriceTable | undefined): Cost {
  const { usage } = span;
  if (span.kind === 'EMBEDDING' && span.cost) return exactly(span.cost.usd);
  if (!isOfCalls(usage)) return unknown('call_without_usage');
  const price = priceOf(span, prices);
  if (typeof price === 'string') return unknown(price);
  const isPartial = !isWhole(usage) && span.kind !== 'EMBEDDING';
  const cost = priceUsage(usage, price);
  if (isPartial) return { low: cost.low, high: null, basis: 'price_table', gap: 'partial_usage' };
  return { basis: 'price_table', ...cost };
}

/** A sum of calls: how much input each of them had is not known. */
function pricedSum({ span, tokens }: LedgerEntry, prices: PriceTable | undefined): Cost {
  if (span.cost) return exactly(span.cost.usd);
  const price = priceOf(span, prices);
  if (typeof price === 'string') return unknown(price);
  if (isTiered(price)) return unknown('tiered_sum');
  return { basis: 'price_table', ...priceUsage({ ...tokens, scope: 'inclusive', coverage: 'full' }, price) };
}

/** The price of the model that answered, else of the one that was asked for. */
function priceOf(
  { model, startNs }: Span,
  prices: PriceTable | undefined,
): ModelPrice | 'model_not_priced' | 'model_not_recorded' {
  const names = [model?.responded, model?.requested].filter((name) => name !== undefined && name !== '');
  for (const name of names) {
    if (name === undefined || name.length > LONGEST_NAME) continue;
    const price = prices?.priceOf({
      model: name,
      ...(model?.provider !== undefined && { provider: model.provider }),
      ...(startNs !== undefined && { timeNs: startNs }),
    });
    if (price) return price;
  }
  return names.length ? 'model_not_priced' : 'model_not_recorded';
}

/** No model has a longer name, and a table compares it with many patterns. */
const LONGEST_NAME = 200;
