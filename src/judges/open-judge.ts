import { isFailure } from '../problems/is-failure.ts';
import { SECRET_PATTERNS } from '../results/secret-patterns.ts';
import type { Said } from './ask-language-model.ts';
import type { CostOf } from './budget.ts';
import { fileCache } from './cache.ts';
import { type ChosenJudge, chooseJudge } from './choose-judge.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Endpoint } from './endpoint.ts';
import { type Egress, Judge, type OpenedTransport } from './judge.ts';
import type { Environment, JudgeSettings, Provider } from './judge-settings.ts';
import { openReplay, type Replay, recordedTo } from './replay.ts';
import { RETRY_POLICY, type RetryPolicy } from './retry.ts';
import type { JudgeFault, Transport } from './transport.ts';

/** What a judge is opened with. Nothing is asked, and no client is loaded, before its first question. */
export interface JudgeOptions {
  readonly settings: JudgeSettings;
  /** As the caller read it: keys of the providers stand in it. */
  readonly environment: Environment;
  /** Decides, once for each endpoint, whether prompts may go there. Not asked for answers that are known already. */
  readonly allowEgress: (egress: Egress) => boolean | Promise<boolean>;
  /** Folder of the cache; absent: none, whatever the settings say. */
  readonly cacheFolder?: string;
  /** A file of answers: replayed where it exists, else recorded. There is no cache beside it. */
  readonly replayFile?: string;
  /** Prices; without it no cost is known. */
  readonly costOf?: CostOf;
  readonly warn?: (message: string) => void;
  readonly clock?: Clock;
  readonly policy?: Partial<RetryPolicy>;
}

/** An open judge, and the model that it answers with where nothing names another. */
export interface OpenJudge {
  readonly judge: Judge;
  readonly defaultModel?: string;
  /** True where answers come from a file, so that none is asked. */
  readonly isReplay: boolean;
}

const MINUTE = 60_000;

/** Opens a judge. Close it when the run is over. Throws Failure JUDGE_BAD_REPLAY. */
export async function openJudge(options: JudgeOptions): Promise<OpenJudge> {
  const { settings, cacheFolder, replayFile, clock = systemClock } = options;
  const { default: PQueue } = await import('p-queue');
  const replay = replayFile === undefined ? undefined : await openReplay(replayFile);
  const hasCache = cacheFolder !== undefined && replayFile === undefined && settings.cache !== false;
  const judge = new Judge({
    transportFor: (model) => transportFor(model, options, clock, replay),
    allowEgress: options.allowEgress,
    queue: new PQueue(queueOptions(settings)),
    ...(hasCache && { cache: fileCache(cacheFolder) }),
    budget: settings.budget,
    costOf: options.costOf ?? (() => undefined),
    clock,
    policy: { ...RETRY_POLICY, ...options.policy },
    contextTokens: settings.contextTokens,
    warn: options.warn ?? (() => {}),
  });
  const [recorded] = replay?.models.size === 1 ? replay.models : [];
  const defaultModel = settings.model ?? recorded;
  return { judge, isReplay: replay !== undefined, ...(defaultModel !== undefined && { defaultModel }) };
}

/** Calls at once, and in any minute. */
export function queueOptions({ concurrency, requestsPerMinute }: JudgeSettings): {
  readonly concurrency: number;
  readonly intervalCap?: number;
  readonly interval?: number;
  readonly strict?: boolean;
} {
  if (requestsPerMinute === undefined) return { concurrency };
  return { concurrency, intervalCap: requestsPerMinute, interval: MINUTE, strict: true };
}

async function transportFor(
  model: string,
  { settings, environment, replayFile }: JudgeOptions,
  clock: Clock,
  replay: Replay | undefined,
): Promise<OpenedTransport | JudgeFault> {
  if (replay) return { transport: replay.transport, isLocal: true };
  let chosen: ChosenJudge;
  try {
    chosen = chooseJudge(model, settings, environment);
  } catch (error) {
    if (isFailure(error)) return { kind: 'judge_not_configured', message: `${error.message}: ${error.hint}` };
    throw error;
  }
  const live = under(chosen, await openTransport(chosen, clock));
  const transport = replayFile === undefined ? live : recordedTo(replayFile, live);
  return { transport, isLocal: chosen.isLocal };
}

/** Asked under the name that the provider knows. */
function under({ model }: ChosenJudge, transport: Transport): Transport {
  return { ...transport, ask: (request, signal) => transport.ask({ ...request, model }, signal) };
}

type Open = (endpoint: Endpoint, said: Said) => Transport;

const CLIENTS: Readonly<Record<Provider, () => Promise<{ readonly openTransport: Open }>>> = {
  openai: () => import('./transports/openai.ts'),
  anthropic: () => import('./transports/anthropic.ts'),
  google: () => import('./transports/google.ts'),
  'openai-compatible': () => import('./transports/openai-compatible.ts'),
};

async function openTransport({ provider, endpoint, shown }: ChosenJudge, clock: Clock): Promise<Transport> {
  const client = await CLIENTS[provider]();
  return client.openTransport(endpoint, { endpoint: shown, hide: hideKey(endpoint.apiKey), now: clock.now });
}

/** Servers quote the key that they refuse, sometimes shortened. */
function hideKey(apiKey: string | undefined): (text: string) => string {
  return (text) => {
    let hidden = apiKey === undefined ? text : text.replaceAll(apiKey, '[key]');
    for (const { pattern, replacement } of SECRET_PATTERNS) hidden = hidden.replace(pattern, replacement);
    return apiKey !== undefined && hidden.includes(apiKey.slice(0, 6)) ? '(withheld)' : hidden;
  };
}
