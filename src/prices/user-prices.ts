import type { ModelPrice, PriceTable } from './price-table.ts';

/** The prices that a project declares for one model, or for all whose names begin alike (`acme-*`). */
export interface DeclaredPrice extends ModelPrice {
  readonly model: string;
}

/** A table of declared prices. An exact name goes before a beginning, a longer beginning before a shorter one. */
export function userPrices(declared: readonly DeclaredPrice[], hash: string): PriceTable {
  const exact = new Map<string, ModelPrice>();
  const beginnings: { readonly start: string; readonly price: ModelPrice }[] = [];
  for (const { model, ...price } of declared) {
    if (model.endsWith('*')) beginnings.push({ start: model.slice(0, -1), price });
    else exact.set(model, price);
  }
  beginnings.sort((a, b) => b.start.length - a.start.length);
  return {
    id: 'muster.prices',
    hash,
    priceOf: ({ model }) => exact.get(model) ?? beginnings.find(({ start }) => model.startsWith(start))?.price,
  };
}
