import type { Span } from '../model/span.ts';

/** Where recorders note the tier that a call was served by; the one that answered goes before the one asked for. */
const KEYS = [
  'usage.service_tier',
  'gen_ai.openai.response.service_tier',
  'openai.response.service_tier',
  'gen_ai.openai.request.service_tier',
  'openai.request.service_tier',
];
/** Tiers that cost less or more than the list price. */
const OTHER_PRICES = new Set(['batch', 'flex', 'priority', 'scale']);

/** True where a call was served by a tier whose price is not that of the list. */
export function isOffList({ attributes }: Span): boolean {
  const tier = KEYS.map((key) => attributes.get(key)).find((value) => typeof value === 'string');
  return typeof tier === 'string' && OTHER_PRICES.has(tier.toLowerCase());
}
