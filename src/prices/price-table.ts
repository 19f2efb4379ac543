/** US dollars for a million tokens: one price, or prices that rise with the input of the call. */
export type Rate = number | TieredRate;

/** The price of every token of a call whose whole input exceeds a tier's `above`; else `base`. */
export interface TieredRate {
  readonly base: number;
  /** In ascending order of `above`. */
  readonly tiers: readonly { readonly above: number; readonly usd: number }[];
}

/** Prices of one model. An absent class has no known price: it is not free. */
export interface ModelPrice {
  readonly input?: Rate;
  readonly output?: Rate;
  readonly cacheRead?: Rate;
  /** Cache writes that are kept for some minutes, or all of them where `cacheWrite1h` is absent. */
  readonly cacheWrite?: Rate;
  readonly cacheWrite1h?: Rate;
  /** It also bills what a token count of text does not show, such as requests, images or sound. */
  readonly hasOtherFees?: boolean;
  /** It is the published one: other tiers of service cost more or less. */
  readonly isListPrice?: boolean;
}

/** What is asked of a table. */
export interface PriceQuery {
  readonly model: string;
  readonly provider?: string;
  /** Nanoseconds since 1970: prices change. Undefined: the newest price. */
  readonly timeNs?: bigint;
}

/** Where prices come from. The same table gives the same answer at any time. */
export interface PriceTable {
  /** Name and version, such as `genai-prices 0.1.8`. */
  readonly id: string;
  /** SHA-256 of its content. */
  readonly hash: string;
  /** Undefined for a model that is not in it. */
  priceOf(query: PriceQuery): ModelPrice | undefined;
}

/** The price for a million tokens in a call with so much input. */
export function rateAt(rate: Rate, input: number): number {
  if (typeof rate === 'number') return rate;
  return rate.tiers.findLast(({ above }) => input > above)?.usd ?? rate.base;
}

/** True when a price depends on how much input one call has: then it says nothing about the sum of several calls. */
export function isTiered(price: ModelPrice): boolean {
  return Object.values(price).some((rate) => typeof rate === 'object');
}

/** One table before another: its answer holds where it has one. */
export function pricesOver(first: PriceTable, second: PriceTable): PriceTable {
  return {
    id: `${first.id}, ${second.id}`,
    hash: `${first.hash} ${second.hash}`,
    priceOf: (query) => first.priceOf(query) ?? second.priceOf(query),
  };
}
