import type { Span } from '../model/span.ts';
import type { ModelPrice, PriceTable } from './price-table.ts';

/** No model or provider has a longer name, and a table compares it with many patterns. */
const LONGEST_NAME = 200;

/** The price of the model that answered, else of the one that was asked for; or why there is none. */
export function priceOf(
  { model, startNs }: Span,
  prices: PriceTable | undefined,
): ModelPrice | 'model_not_priced' | 'model_not_recorded' {
  const names = [model?.responded, model?.requested].filter((name) => name !== undefined && name !== '');
  const provider = model?.provider;
  for (const name of names) {
    if (name === undefined || name.length > LONGEST_NAME) continue;
    const price = prices?.priceOf({
      model: name,
      ...(provider !== undefined && provider.length <= LONGEST_NAME && { provider }),
      ...(startNs !== undefined && { timeNs: startNs }),
    });
    if (price) return price;
  }
  return names.length ? 'model_not_priced' : 'model_not_recorded';
}
