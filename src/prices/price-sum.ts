import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { parentsFirst, spanTree } from '../views/span-tree.ts';
import type { LedgerEntry } from '../views/usage-by-agent.ts';
import type { CostFigure, CostGap } from './cost-ledger.ts';
import { priceOf } from './price-of.ts';
import { isTiered, type PriceTable } from './price-table.ts';
import { priceUsage } from './price-usage.ts';

/** The cost of the sum of several calls, by its tokens. */
export interface PricedSum extends CostFigure {
  readonly gap?: CostGap;
}

/** The spans that each sum stands for: its own, and those below it up to the next sum. */
export function spansOfSums(trace: Trace, sums: readonly LedgerEntry[]): Map<Span, Span[]> {
  const found = new Map<Span, Span[]>(sums.map(({ span }) => [span, []]));
  if (found.size === 0) return found;
  const tree = spanTree(trace);
  const sumOf = new Map<Span, Span>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    const sum = found.has(span) ? span : parent && sumOf.get(parent);
    if (!sum) continue;
    sumOf.set(span, sum);
    found.get(sum)?.push(span);
  }
  return found;
}

/**
 * The price of a sum of calls. How much input each of them had is not known, and neither is whose model it was where
 * several are named: then the cost lies between the cheapest and the dearest of them.
 */
export function priceSum(
  { span, tokens }: LedgerEntry,
  spans: readonly Span[],
  prices: PriceTable | undefined,
): PricedSum {
  const named = spans.filter(({ model }) => model?.responded ?? model?.requested);
  const different = new Map<string, ReturnType<typeof priceOf>>();
  for (const each of named.length ? named : [span]) {
    const price = priceOf(each, prices);
    different.set(JSON.stringify(price), price);
  }
  const oneHour = span.usage?.cacheWrite === tokens.cacheWrite ? span.usage.cacheWrite1h : undefined;
  const usage = {
    ...tokens,
    ...(oneHour !== undefined && { cacheWrite1h: oneHour }),
    scope: 'inclusive',
    coverage: 'full',
  } as const;
  const costs = [...different.values()].map((price): PricedSum => {
    if (typeof price === 'string') return { low: 0, high: null, gap: price };
    if (isTiered(price)) return { low: 0, high: null, gap: 'tiered_sum' };
    return priceUsage(usage, price);
  });
  return between(costs);
}

function between(costs: readonly PricedSum[]): PricedSum {
  const [first, ...others] = costs;
  if (!first) return { low: 0, high: null, gap: 'model_not_recorded' };
  if (others.length === 0) return first;
  const highs = costs.map(({ high }) => high);
  const high = highs.reduce((most, each) => (most === null || each === null ? null : Math.max(most, each)), 0);
  const gap = costs.find((cost) => cost.gap)?.gap ?? 'several_models';
  return { low: costs.reduce((least, { low }) => Math.min(least, low), first.low), high, gap };
}
