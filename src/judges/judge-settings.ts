import { field, isObject, type Json } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { At } from '../problems/problem.ts';
import type { BudgetLimits } from './budget.ts';

export const PROVIDERS = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** `muster.judge`, with the environment over it. */
export interface JudgeSettings {
  readonly model?: string;
  readonly baseUrl?: string;
  /** Whether the address stands in the environment, and is thus the user's own word. */
  readonly isUrlFromEnvironment: boolean;
  readonly provider?: Provider;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly seed?: number;
  /** Calls at once. */
  readonly concurrency: number;
  readonly requestsPerMinute?: number;
  readonly budget: BudgetLimits;
  /** Whether secrets are hidden from the judge. */
  readonly redact: boolean;
  readonly allowEgress: boolean;
  /** False: no cache. A text: its folder, relative to the configuration. */
  readonly cache: boolean | string;
  /** Tokens that question and answer may have together. */
  readonly contextTokens: number;
}

/** The environment as the caller read it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** File and line of a key below `muster.judge`. */
export type PlaceOf = (path: readonly string[]) => At | undefined;

type Kind = 'text' | 'url' | 'provider' | 'count' | 'integer' | 'amount' | 'flag' | 'cache' | 'budget';

const KEYS: Readonly<Record<string, Kind>> = {
  model: 'text',
  base_url: 'url',
  provider: 'provider',
  temperature: 'amount',
  max_tokens: 'count',
  seed: 'integer',
  concurrency: 'count',
  requests_per_minute: 'count',
  budget: 'budget',
  redact: 'flag',
  allow_egress: 'flag',
  cache: 'cache',
  context_tokens: 'count',
};
const BUDGET_KEYS: Readonly<Record<string, Kind>> = { calls: 'count', usd: 'amount' };

const EXPECTED: Readonly<Record<Kind, string>> = {
  text: 'a text',
  url: 'the address of an endpoint, with http:// or https://',
  provider: `one of ${PROVIDERS.join(', ')}`,
  count: 'a whole number of 1 or more',
  integer: 'a whole number',
  amount: 'a number of 0 or more',
  flag: 'true or false',
  cache: 'true, false or the path of a folder',
  budget: 'a mapping with calls, usd or both',
};

const CONCURRENCY = 8;
const CONTEXT_TOKENS = 128_000;

/**
 * Reads `muster.judge`. MUSTER_JUDGE_MODEL and MUSTER_JUDGE_BASE_URL of the environment go before it. Throws Failure
 * CONFIG_UNKNOWN_KEY or CONFIG_BAD_VALUE.
 */
export function readJudgeSettings(
  value: unknown,
  environment: Environment = {},
  placeOf: PlaceOf = () => undefined,
): JudgeSettings {
  const given = checked(value, KEYS, [], placeOf);
  const limits = checked(given.get('budget'), BUDGET_KEYS, ['budget'], placeOf);
  const url = fromEnvironment(environment, 'MUSTER_JUDGE_BASE_URL');
  if (url !== undefined && !isOf('url', url)) throw bad('MUSTER_JUDGE_BASE_URL', url, 'url', undefined);
  const model = fromEnvironment(environment, 'MUSTER_JUDGE_MODEL') ?? textOf(given.get('model'));
  const baseUrl = url ?? textOf(given.get('base_url'));
  const provider = PROVIDERS.find((name) => name === given.get('provider'));
  const calls = numberOf(limits.get('calls'));
  const usd = numberOf(limits.get('usd'));
  const cache = given.get('cache');
  const [temperature, maxTokens, seed, requestsPerMinute] = [
    'temperature',
    'max_tokens',
    'seed',
    'requests_per_minute',
  ].map((key) => numberOf(given.get(key)));
  return {
    ...(model !== undefined && { model }),
    ...(baseUrl !== undefined && { baseUrl }),
    isUrlFromEnvironment: url !== undefined,
    ...(provider !== undefined && { provider }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(seed !== undefined && { seed }),
    concurrency: numberOf(given.get('concurrency')) ?? CONCURRENCY,
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    budget: { ...(calls !== undefined && { calls }), ...(usd !== undefined && { usd }) },
    redact: given.get('redact') !== false,
    allowEgress: given.get('allow_egress') === true,
    cache: typeof cache === 'string' ? cache : cache !== false,
    contextTokens: numberOf(given.get('context_tokens')) ?? CONTEXT_TOKENS,
  };
}

function checked(
  value: unknown,
  kinds: Readonly<Record<string, Kind>>,
  path: readonly string[],
  placeOf: PlaceOf,
): ReadonlyMap<string, Json> {
  if (value === undefined || value === null) return new Map();
  const name = ['muster.judge', ...path].join('.');
  if (!isObject(value)) throw bad(name, value as Json, 'budget', placeOf(path), 'a mapping');
  const known = Object.keys(kinds);
  for (const key of Object.keys(value)) {
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    const at = placeOf([...path, key]);
    if (!kind) {
      const facts = { key: `${name}.${key}`, near: didYouMean(key, known), known: known.join(', ') };
      throw new Failure('CONFIG_UNKNOWN_KEY', facts, at);
    }
    const member = field(value, key) ?? null;
    if (member !== null && !isOf(kind, member)) throw bad(`${name}.${key}`, member, kind, at);
  }
  return new Map(Object.entries(value).filter(([, member]) => member !== null));
}

function isOf(kind: Kind, value: Json): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && value.trim() !== '';
    case 'url':
      return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
    case 'provider':
      return PROVIDERS.some((name) => name === value);
    case 'count':
      return Number.isSafeInteger(value) && Number(value) >= 1;
    case 'integer':
      return Number.isSafeInteger(value);
    case 'amount':
      return typeof value === 'number' && Number.isFinite(value) && value >= 0;
    case 'flag':
      return typeof value === 'boolean';
    case 'cache':
      return typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '');
    case 'budget':
      return isObject(value);
  }
}

/** A value can hold a key in an address: only its kind is told. */
function bad(key: string, value: Json, kind: Kind, at: At | undefined, expected = EXPECTED[kind]): Failure {
  const shown = kind === 'url' ? 'something else' : JSON.stringify(value);
  return new Failure('CONFIG_BAD_VALUE', { key, value: shown, expected }, at);
}

function fromEnvironment(environment: Environment, name: string): string | undefined {
  const value = Object.hasOwn(environment, name) ? environment[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
