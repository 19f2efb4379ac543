import { calcPrice, findProvider, type PriceCalculation, type ModelPrice as TheirPrice } from '@pydantic/genai-prices';
import type { ModelPrice, PriceQuery, PriceTable, Rate } from './price-table.ts';

/** Names that are looked up once: a recording can hold any number of them. */
const REMEMBERED = 10_000;

/** After every price that the table holds: a call without a time is priced by the newest. */
const NEWEST = new Date(Date.UTC(9999, 0, 1));

/** Before the first provider that the table knows: such a time is a clock that was not set, or that starts at 0. */
const FIRST_NS = BigInt(Date.UTC(2020, 0, 1)) * 1_000_000n;
const LAST_NS = BigInt(NEWEST.getTime()) * 1_000_000n;

/** They serve the models of others, on machines of their own: the price of the maker is not theirs. */
const HOSTS =
  /ollama|vllm|llama[._-]?cpp|llamafile|lm[ ._-]?studio|localai|sglang|text-generation-inference|(?:^|[^a-z])tgi(?:$|[^a-z])|watsonx|sagemaker|databricks|nvidia|replicate|az\.ai\.inference/i;

/** Classes that are billed apart from the tokens of text, and that a record does not tell apart. */
const OTHER_FEES = [
  'requests_kcount',
  'output_reasoning_mtok',
  'output_citation_mtok',
  'output_audio_mtok',
  'output_image_mtok',
  'output_video_mtok',
];

/** Region prefixes of Bedrock's inference profiles, such as `us.anthropic.claude-…`. */
const BEDROCK_PROFILE = /^(?:us|eu|apac|jp|au|global|us-gov)\.[a-z0-9-]+\./;

/** The bundled prices of `@pydantic/genai-prices` as a table. Source: its data, in US dollars for a million tokens. */
export function genaiPrices(version: string, hash: string): PriceTable {
  // Most prices do not depend on the time, and a look-up compares many patterns.
  const timeless = new Map<string, ModelPrice | undefined>();
  return {
    id: `genai-prices ${version}`,
    hash,
    priceOf: ({ timeNs, ...names }) => {
      const isTime = timeNs !== undefined && timeNs >= FIRST_NS && timeNs <= LAST_NS;
      const query = isTime ? { ...names, timeNs } : names;
      if (query.provider !== undefined && HOSTS.test(query.provider)) return undefined;
      const key = JSON.stringify([query.provider ?? null, query.model]);
      if (timeless.has(key)) return timeless.get(key);
      const found = lookUp(query);
      const isExact = found && hasOnePrice(found, query) && !isOtherVariant(query.model, found.model.id);
      const price = isExact ? toPrice(found.model_price) : undefined;
      if (!Array.isArray(found?.model.prices) && timeless.size < REMEMBERED) timeless.set(key, price);
      return price;
    },
  };
}

function lookUp({ model, provider, timeNs }: PriceQuery): PriceCalculation | undefined {
  const timestamp = timeNs === undefined ? NEWEST : new Date(Number(timeNs / 1_000_000n));
  const providerId = BEDROCK_PROFILE.test(model) ? 'aws' : knownProvider(provider);
  return calcPrice({}, model, { timestamp, ...(providerId !== undefined && { providerId }) }) ?? undefined;
}

/** Without a time nothing tells which of several prices of a day holds. */
function hasOnePrice({ model: { prices } }: PriceCalculation, { timeNs }: PriceQuery): boolean {
  if (timeNs !== undefined || !Array.isArray(prices)) return true;
  return prices.every(({ constraint }) => constraint?.type !== 'time_of_date');
}

const VARIANT = /(?:^|[^a-z])(fast|flex|batch|priority)(?![a-z])/i;

/** The table knows some models by the beginning of their name: a variant with a price of its own is not the model. */
function isOtherVariant(asked: string, known: string): boolean {
  const variant = VARIANT.exec(asked)?.[1];
  return variant !== undefined && !known.toLowerCase().includes(variant.toLowerCase());
}

/** A framework that names itself as provider says nothing about prices; a provider that has some holds to them. */
function knownProvider(provider: string | undefined): string | undefined {
  return provider === undefined ? undefined : findProvider({ providerId: provider })?.id;
}

function toPrice(price: TheirPrice): ModelPrice {
  const rates = {
    input: toRate(price.input_mtok),
    output: toRate(price.output_mtok),
    cacheRead: toRate(price.cache_read_mtok),
    cacheWrite: toRate(price.cache_write_mtok),
    cacheWrite1h: toRate(price.cache_write_1h_mtok),
  };
  const known: ModelPrice = Object.fromEntries(Object.entries(rates).filter(([, rate]) => rate !== undefined));
  const hasOtherFees = OTHER_FEES.some((key) => price[key] !== undefined);
  return { ...known, isListPrice: true, ...(hasOtherFees && { hasOtherFees }) };
}

function toRate(price: TheirPrice[string]): Rate | undefined {
  // Tiers of the bundled data are plain objects, whatever their declared class.
  if (typeof price !== 'object') return price;
  return { base: price.base, tiers: price.tiers.map(({ start, price: usd }) => ({ above: start, usd })) };
}
