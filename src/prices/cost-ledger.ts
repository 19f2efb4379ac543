import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { inputTokens } from '../model/usage.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { modelCalls } from '../views/model-calls.ts';
import { isOfCalls, isWhole } from '../views/token-count.ts';
import type { LedgerEntry } from '../views/usage-by-agent.ts';
import { type LeftOut, leftOut } from '../views/usage-gaps.ts';
import { usageLedger } from '../views/usage-ledger.ts';
import { embeddingCalls } from './embedding-calls.ts';
import { priceOf } from './price-of.ts';
import { priceSum, spansOfSums } from './price-sum.ts';
import type { PriceTable } from './price-table.ts';
import { type PriceGap, priceUsage } from './price-usage.ts';
import { reportedCost } from './reported-cost.ts';
import { withReportedTotals } from './reported-totals.ts';
import { isOffList } from './service-tier.ts';

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
  | 'tiered_sum'
  | 'several_models'
  | 'other_service_tier';

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
  const sums = sumLines(trace, prices);
  const calls = modelCalls(trace).flatMap(({ span, copies }) => {
    const entry = entries.get(span);
    const usd = firstCost([span, ...copies]);
    if (sums.covers(span) && !entry && !uncounted.has(span)) return [];
    if (usd !== undefined) return [line(span, exactly(usd), entry)];
    if (entry) return [line(span, priced(span, prices), entry)];
    return uncounted.has(span) ? [line(span, unknown('call_without_usage'))] : [];
  });
  const embeddings = embeddingCalls(trace).map((span) => line(span, priced(span, prices)));
  return [...calls, ...sums.lines.map(({ entry, ...cost }) => line(entry.span, cost, entry)), ...embeddings];
}

interface SumLine extends Cost {
  readonly entry: LedgerEntry;
}

/**
 * Sums that stand for calls without tokens. Where each of those calls reports its cost, they are the cost of the sum;
 * where some do, they are the least that it can be.
 */
function sumLines(
  trace: Trace,
  prices: PriceTable | undefined,
): { readonly lines: readonly SumLine[]; covers(span: Span): boolean } {
  const { entries, conflicts } = usageLedger(trace);
  const declared = entries.filter(({ basis }) => basis === 'declared');
  const counted = new Set(entries.map(({ span }) => span));
  const spans = spansOfSums(trace, declared);
  const inConflict = new Set(conflicts);
  const calls = new Map(modelCalls(trace).map((call) => [call.span, call]));
  const covered = new Set<Span>();
  const lines = declared.map((entry): SumLine => {
    const below = spans.get(entry.span) ?? [];
    for (const span of below) covered.add(span);
    const costs = below.flatMap((span) => {
      const call = calls.get(span);
      return call && !counted.has(span) ? [firstCost([call.span, ...call.copies])] : [];
    });
    const isPart = !entry.span.usage || !isWhole(entry.span.usage) || inConflict.has(entry.span);
    return { ...costOfSum(entry, { below, costs, isPart }, prices), entry };
  });
  return { lines, covers: (span) => covered.has(span) };
}

interface SumParts {
  readonly below: readonly Span[];
  /** Of the calls below, as they report it. */
  readonly costs: readonly (number | undefined)[];
  readonly isPart: boolean;
}

function costOfSum(entry: LedgerEntry, { below, costs, isPart }: SumParts, prices: PriceTable | undefined): Cost {
  const { span } = entry;
  const own = span.kind === 'LLM' || span.cost?.scope === 'exclusive' ? reportedCost(span) : undefined;
  if (own !== undefined) return exactly(own);
  const known = costs.filter((usd) => usd !== undefined);
  const least = known.reduce((sum, usd) => sum + usd, 0);
  if (known.length > 0 && known.length === costs.length) return exactly(least);
  const { low, high, gap } = priceSum(entry, below, prices);
  // A sum that costs less than some of its calls is not all of them.
  if (isPart || (high !== null && high < least))
    return { low: Math.max(low, least), high: null, basis: 'price_table', gap: gap ?? 'partial_usage' };
  return { low: Math.max(low, least), high, basis: 'price_table', ...(gap && { gap }) };
}

type Cost = Pick<CostLine, 'low' | 'high' | 'basis' | 'gap'>;

function exactly(usd: number): Cost {
  return { low: usd, high: usd, basis: 'reported' };
}

function unknown(gap: CostGap): Cost {
  return { low: 0, high: null, basis: 'price_table', gap };
}

function firstCost(records: readonly Span[]): number | undefined {
  for (const record of records) {
    const usd = reportedCost(record);
    if (usd !== undefined) return usd;
  }
  return undefined;
}

function priced(span: Span, prices: PriceTable | undefined): Cost {
  const { usage } = span;
  const reported = reportedCost(span);
  if (reported !== undefined) return exactly(reported);
  if (!isOfCalls(usage)) return unknown('call_without_usage');
  const price = priceOf(span, prices);
  if (typeof price === 'string') return unknown(price);
  if (price.isListPrice && isOffList(span)) return unknown('other_service_tier');
  const cost = priceUsage(usage, price);
  // An embedding has no output, and a record without one is not a part of anything.
  const isWholeRecord =
    span.kind === 'EMBEDDING' && usage.output === undefined ? inputTokens(usage) !== undefined : isWhole(usage);
  if (isWholeRecord) return { basis: 'price_table', ...cost };
  return { low: cost.low, high: null, basis: 'price_table', gap: cost.gap ?? 'partial_usage' };
}
