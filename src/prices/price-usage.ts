import type { Usage } from '../model/usage.ts';
import { type ModelPrice, type Rate, rateAt } from './price-table.ts';

/** Why a call has no exact cost. */
export type PriceGap =
  | 'input_price_unknown'
  | 'output_price_unknown'
  | 'cached_price_unknown'
  | 'cache_write_price_unknown'
  | 'cache_write_lifetime_unknown'
  | 'other_fees'
  | 'bad_token_count';

/** US dollars of one call. `low` and `high` differ where something is unknown; `high: null` is without limit. */
export interface PricedUsage {
  readonly low: number;
  readonly high: number | null;
  readonly gap?: PriceGap;
}

/** The cost of one call at a price. A class without a price is unknown: it is never free. */
export function priceUsage(usage: Usage, price: ModelPrice): PricedUsage {
  const { inputUncached = 0, cacheRead = 0, cacheWrite = 0, output = 0 } = usage;
  if (![inputUncached, cacheRead, cacheWrite, usage.cacheWrite1h ?? 0, output].every(isCount))
    return { low: 0, high: null, gap: 'bad_token_count' };
  const input = inputUncached + cacheRead + cacheWrite;
  const at = (tokens: number, rate: Rate | undefined, gap: PriceGap): PricedUsage => {
    if (tokens === 0) return FREE;
    if (rate === undefined) return { low: 0, high: null, gap };
    const usd = (tokens * rateAt(rate, input)) / 1e6;
    return { low: usd, high: usd };
  };
  return [
    at(inputUncached, price.input, 'input_price_unknown'),
    at(cacheRead, price.cacheRead, 'cached_price_unknown'),
    ...cacheWrites(cacheWrite, usage.cacheWrite1h, price, at),
    at(output, price.output, 'output_price_unknown'),
    price.hasOtherFees ? { low: 0, high: null, gap: 'other_fees' as const } : FREE,
  ].reduce(sum);
}

/** More tokens than all calls of anyone: such a figure is none. */
const MOST_TOKENS = 1e15;

function isCount(tokens: number): boolean {
  return tokens >= 0 && tokens <= MOST_TOKENS;
}

type At = (tokens: number, rate: Rate | undefined, gap: PriceGap) => PricedUsage;

function cacheWrites(tokens: number, oneHour: number | undefined, price: ModelPrice, at: At): PricedUsage[] {
  const gap = 'cache_write_price_unknown';
  const short = price.cacheWrite;
  const long = price.cacheWrite1h;
  if (long === undefined) return [at(tokens, short, gap)];
  // More than all of them cannot be kept for an hour: such a figure tells nothing.
  if (oneHour !== undefined && oneHour <= tokens) return [at(tokens - oneHour, short, gap), at(oneHour, long, gap)];
  const [low, high] = [at(tokens, short, gap), at(tokens, long, gap)];
  if (tokens === 0 || low.high === null) return [low];
  return [{ low: low.low, high: high.high, gap: 'cache_write_lifetime_unknown' }];
}

const FREE: PricedUsage = { low: 0, high: 0 };

/** Adds two costs; what is unknown of one is unknown of both. */
function sum(a: PricedUsage, b: PricedUsage): PricedUsage {
  const gap = a.gap ?? b.gap;
  return {
    low: a.low + b.low,
    high: a.high === null || b.high === null ? null : a.high + b.high,
    ...(gap && { gap }),
  };
}
