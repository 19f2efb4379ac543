import { Failure } from '../problems/failure.ts';
import { type Endpoint, isLocalUrl, shownUrl } from './endpoint.ts';
import type { Environment, JudgeSettings, Provider } from './judge-settings.ts';

/** Who answers for a model, and where. */
export interface ChosenJudge {
  readonly provider: Provider;
  /** The name that the provider knows. */
  readonly model: string;
  readonly endpoint: Endpoint;
  /** The address without credentials. */
  readonly shown: string;
  /** True for an endpoint of this machine: nothing leaves it. */
  readonly isLocal: boolean;
}

interface ProviderFacts {
  readonly baseUrl: string;
  /** Names of its key in the environment, the first that is set counts. */
  readonly variables: readonly string[];
  readonly models: RegExp;
}

const FACTS: Readonly<Record<Exclude<Provider, 'openai-compatible'>, ProviderFacts>> = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    variables: ['OPENAI_API_KEY'],
    models: /^(?:gpt-|chatgpt-|o\d)/i,
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    variables: ['ANTHROPIC_API_KEY'],
    models: /^claude-/i,
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    models: /^(?:gemini-|gemma-)/i,
  },
};

/** A key of its own for an endpoint that a configuration names. */
const OWN_VARIABLE = 'MUSTER_JUDGE_API_KEY';

/**
 * Who is asked for a model. An address makes it an OpenAI-compatible endpoint, unless a provider is named; else the name
 * of the model tells. A provider's key goes to that provider, or to an address of the environment: a configuration can
 * come from a stranger, and must not be able to have keys sent to it. Throws Failure JUDGE_NO_PROVIDER or JUDGE_NO_KEY.
 */
export function chooseJudge(named: string, settings: JudgeSettings, environment: Environment): ChosenJudge {
  const { baseUrl } = settings;
  const model = modelName(named);
  const provider = settings.provider ?? (baseUrl === undefined ? providerOf(model) : 'openai-compatible');
  if (provider === undefined) throw new Failure('JUDGE_NO_PROVIDER', { model });
  if (provider === 'openai-compatible') {
    if (baseUrl === undefined) throw new Failure('JUDGE_NO_PROVIDER', { model });
    const variables = settings.isUrlFromEnvironment ? [OWN_VARIABLE, 'OPENAI_API_KEY'] : [OWN_VARIABLE];
    return chosen(provider, model, baseUrl, keyOf(variables, environment));
  }
  const { variables, baseUrl: own } = FACTS[provider];
  const isElsewhere = baseUrl !== undefined && !settings.isUrlFromEnvironment;
  const usable = isElsewhere ? [OWN_VARIABLE] : [OWN_VARIABLE, ...variables].slice(baseUrl === undefined ? 1 : 0);
  const apiKey = keyOf(usable, environment);
  if (apiKey === undefined) throw new Failure('JUDGE_NO_KEY', { model, provider, variables: usable.join(' or ') });
  return chosen(provider, model, baseUrl ?? own, apiKey);
}

function chosen(provider: Provider, model: string, baseUrl: string, apiKey: string | undefined): ChosenJudge {
  const endpoint = { baseUrl: baseUrl.replace(/\/+$/, ''), ...(apiKey !== undefined && { apiKey }) };
  return { provider, model, endpoint, shown: shownUrl(baseUrl), isLocal: isLocalUrl(baseUrl) };
}

const RESOURCE = '/models/';

/** Configurations of agents-cli can name a model by its resource, `projects/…/models/NAME`. */
function modelName(named: string): string {
  const at = named.lastIndexOf(RESOURCE);
  return at < 0 ? named : named.slice(at + RESOURCE.length);
}

function providerOf(model: string): Provider | undefined {
  return (['openai', 'anthropic', 'google'] as const).find((name) => FACTS[name].models.test(model));
}

function keyOf(variables: readonly string[], environment: Environment): string | undefined {
  for (const name of variables) {
    const key = Object.hasOwn(environment, name) ? environment[name]?.trim() : undefined;
    if (key) return key;
  }
  return undefined;
}
