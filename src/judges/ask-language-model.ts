import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { APICallError } from '@ai-sdk/provider';
import { field, type Json, listField, textField } from '../model/json.ts';
import type { Finish, JudgeAnswer, JudgeFault, JudgeRequest, Reply } from './transport.ts';

/** What a fault may say of its server. */
export interface Said {
  readonly endpoint: string;
  /** Hides keys and secrets. */
  readonly hide: (text: string) => string;
  /** Milliseconds since 1970, for servers that name a time at which to come back. */
  readonly now: () => number;
}

/** Makes the client of each model once: it compiles the shapes of its answers. */
export function once(make: (model: string) => LanguageModelV3): (model: string) => LanguageModelV3 {
  const made = new Map<string, LanguageModelV3>();
  return (model) => {
    const client = made.get(model) ?? make(model);
    made.set(model, client);
    return client;
  };
}

/** Asks a model once. Never rejects. */
export async function askLanguageModel(
  model: LanguageModelV3,
  request: JudgeRequest,
  signal: AbortSignal,
  said: Said,
): Promise<Reply> {
  try {
    return { answer: answerOf(await model.doGenerate(callOptions(request, signal))) };
  } catch (error) {
    if (signal.aborted)
      return { fault: { kind: 'no_answer_in_time', message: `${said.endpoint} did not answer in time` } };
    return { fault: APICallError.isInstance(error) ? faultOf(error, said) : unknownFault(error, said) };
  }
}

function callOptions({ system, prompt, parameters }: JudgeRequest, signal: AbortSignal): LanguageModelV3CallOptions {
  const { temperature, max_tokens, seed, top_p, top_k, stop, presence_penalty, frequency_penalty } = parameters;
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    ...(temperature !== undefined && { temperature }),
    ...(max_tokens !== undefined && { maxOutputTokens: max_tokens }),
    ...(seed !== undefined && { seed }),
    ...(top_p !== undefined && { topP: top_p }),
    ...(top_k !== undefined && { topK: top_k }),
    ...(stop !== undefined && { stopSequences: [...stop] }),
    ...(presence_penalty !== undefined && { presencePenalty: presence_penalty }),
    ...(frequency_penalty !== undefined && { frequencyPenalty: frequency_penalty }),
    ...(parameters.response_format === 'json' && { responseFormat: { type: 'json' } }),
    abortSignal: signal,
  };
}

const FINISHES: Readonly<Record<string, Finish>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
};

function answerOf({ content, usage, finishReason, response, warnings }: LanguageModelV3GenerateResult): JudgeAnswer {
  const { inputTokens, outputTokens } = usage;
  const refusal = refusalIn(response?.body);
  const ignored = warnings.flatMap((warning) => (warning.type === 'unsupported' ? [snake(warning.feature)] : []));
  return {
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    usage: {
      ...(inputTokens.total !== undefined && { input: inputTokens.total }),
      ...(outputTokens.total !== undefined && { output: outputTokens.total }),
      ...(inputTokens.cacheRead !== undefined && { cache_read: inputTokens.cacheRead }),
      ...(inputTokens.cacheWrite !== undefined && { cache_write: inputTokens.cacheWrite }),
      ...(outputTokens.reasoning !== undefined && { reasoning: outputTokens.reasoning }),
    },
    finish: FINISHES[finishReason.unified] ?? 'other',
    ...(refusal !== undefined && { refusal }),
    ...(response?.modelId !== undefined && { model: response.modelId }),
    ...(ignored.length > 0 && { ignored }),
  };
}

/** As a configuration spells it. */
function snake(feature: string): string {
  return feature.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).slice(0, 60);
}

/** The OpenAI protocol says it beside the content. */
function refusalIn(body: unknown): string | undefined {
  const refusal = textField(field(listField(body, 'choices')[0], 'message'), 'refusal');
  return refusal === '' ? undefined : refusal;
}

const LINE = 200;
const TOO_LONG = /context[ _-]?(?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long/i;

function faultOf(error: APICallError, said: Said): JudgeFault {
  const { statusCode: status, responseBody = '', responseHeaders } = error;
  if (status === undefined) return unknownFault(error, said);
  if (status < 300)
    return { kind: 'bad_answer', message: `${said.endpoint} answered in a shape that is not its protocol` };
  const told = serverWords(responseBody);
  const words = told === undefined ? '' : `: ${said.hide(told).slice(0, LINE)}`;
  const message = `${said.endpoint} answered ${status}${words}`;
  const isTooLong = status === 413 || (status === 400 && TOO_LONG.test(responseBody.slice(0, 10_000)));
  if (isTooLong) return { kind: 'context_overflow', message };
  if (status === 401 || status === 403) return { kind: 'unauthorised', message };
  const retryAfterMs = retryAfter(responseHeaders ?? {}, said.now());
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 429) return { kind: 'rate_limited', message, ...wait };
  if (status === 408 || status === 409 || status >= 500) return { kind: 'server_error', message, ...wait };
  return { kind: 'rejected', message };
}

/** The line by which a server explains itself. */
function serverWords(body: string): string | undefined {
  let parsed: Json;
  try {
    parsed = JSON.parse(body.slice(0, 100_000)) as Json;
  } catch {
    return undefined;
  }
  const error = field(parsed, 'error');
  const told = typeof error === 'string' ? error : (textField(error, 'message') ?? textField(parsed, 'message'));
  return told?.replace(/\s+/g, ' ').trim() || undefined;
}

/** Milliseconds, from `retry-after-ms` or from `retry-after` in seconds or as a date. */
function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const given = headers['retry-after'];
  if (given === undefined || given.trim() === '') return undefined;
  const seconds = Number(given);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const date = Date.parse(given);
  return Number.isFinite(date) ? Math.max(0, date - now) : undefined;
}

/** The connection failed, or what came was no JSON. Its cause can quote headers, so only its code is told. */
function unknownFault(error: unknown, { endpoint }: Said): JudgeFault {
  const code = codeOf(error);
  const isNetwork = code !== undefined || APICallError.isInstance(error);
  const reason = code === undefined ? '' : ` (${code})`;
  return isNetwork
    ? { kind: 'unreachable', message: `${endpoint} cannot be reached${reason}` }
    : { kind: 'bad_answer', message: `${endpoint} answered in a shape that is not its protocol` };
}

function codeOf(error: unknown): string | undefined {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z_]{3,40}$/.test(at.code)) return at.code;
    at = 'cause' in at ? at.cause : undefined;
  }
  return undefined;
}
