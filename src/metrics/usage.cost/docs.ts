import type { MetricDocs } from '../define-metric.ts';

export const docs: MetricDocs = {
  whenItMisleads: [
    'The bundled prices are list prices: discounts and taxes are not in them. Declare what you pay under `muster.prices`.',
    'Tools, searches and sandboxes that are billed apart from tokens are no part of the figure.',
    'A reported cost is what the recorder computed when it recorded, perhaps with older prices: `details.reported` says how much of the total is of that kind.',
    'Prices are looked up for the time of the call. A call without a time has the newest price.',
    'Tokens of images and sound are priced as text where a model takes both: a record does not tell them apart.',
    'A record that does not name its cached tokens is priced as if none were cached: its cost is an upper limit.',
    'A known subtotal is not a total: read the bounds. The cost of an agent that was not observed is missing from it.',
  ],
  decisions: [
    'A model that no table names has no price, and neither has a provider that the table knows and that does not offer the model.',
    'Cache writes of Anthropic models cost more when they are kept for an hour. Where the recording does not tell, the cost lies between both prices.',
    'The sum of several calls cannot be priced where prices rise with the input of one call; where several models are named, its cost lies between their prices.',
    'A reported cost of 0 beside tokens says nothing: recorders write it for models whose price they do not know.',
    'A host that runs open models has no price by the name of the model: that of its maker is another.',
    'A call that says it was served as a batch, flexibly or with priority has no list price: it is unknown until `muster.prices` has one.',
    'Models that also bill requests, images or sound have no upper limit.',
    'Embedding calls are priced like others, the innermost record of each; tokens of embeddings are left out of `usage.tokens`.',
  ],
};
