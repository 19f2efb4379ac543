import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'The bundled prices are list prices: discounts, batch and priority tiers, and taxes are not in them. Declare what you pay under `muster.prices`.',
    'Tools, searches and sandboxes that are billed apart from tokens are no part of the figure.',
    'A reported cost is what the recorder computed when it recorded, perhaps with older prices: `details.reported` says how much of the total is of that kind.',
    'Prices are looked up for the time of the call. A call without a time has the newest price.',
    'A known subtotal is not a total: read the bounds. The cost of an agent that was not observed is missing from it.',
  ],
  decisions: [
    'A model that no table names has no price, and neither has a provider that the table knows and that does not offer the model.',
    'Cache writes of Anthropic models cost more when they are kept for an hour. Where the recording does not tell, the cost lies between both prices.',
    'The sum of several calls cannot be priced where prices rise with the input of one call.',
    'Embedding calls are priced like others; tokens of embeddings are left out of `usage.tokens`.',
  ],
};
