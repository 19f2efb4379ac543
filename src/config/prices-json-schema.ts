const rate = {
  description: 'US dollars for a million tokens; tiers are of the whole input of one call',
  anyOf: [
    { type: 'number', minimum: 0 },
    {
      type: 'object',
      additionalProperties: false,
      required: ['base', 'tiers'],
      properties: {
        base: { type: 'number', minimum: 0 },
        tiers: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['above', 'usd'],
            properties: { above: { type: 'integer', minimum: 0 }, usd: { type: 'number', minimum: 0 } },
          },
        },
      },
    },
  ],
} as const;

/** JSON Schema of prices by model. */
export const pricesSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    required: ['input', 'output'],
    properties: { input: rate, output: rate, cache_read: rate, cache_write: rate, cache_write_1h: rate },
  },
} as const;
