import { field, toNumber } from '../../model/json.ts';
import type { Attributes, SpanKind } from '../../model/span.ts';
import { type Cost, toUsage, type Usage, type UsageScope } from '../../model/usage.ts';
import type { At } from '../../problems/problem.ts';
import { numberOfKeys } from './attribute-values.ts';
import { looseJson } from './json-text.ts';
import type { Report } from './raw-span.ts';
import { badValue } from './record-fields.ts';

const INPUT = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'gen_ai.aggregated_usage.input_tokens',
  'llm.token_count.prompt',
  'llm.usage.prompt_tokens',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
  'ai.usage.tokens',
];
const OUTPUT = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'gen_ai.aggregated_usage.output_tokens',
  'llm.token_count.completion',
  'llm.usage.completion_tokens',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
];
const CACHE_READ = [
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_read_input_tokens',
  'gen_ai.aggregated_usage.cache_read_input_tokens',
  'llm.token_count.prompt_details.cache_read',
  'llm.token_count.cache_read',
  'ai.usage.cachedInputTokens',
];
const CACHE_WRITE = [
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
  'gen_ai.usage.cache_write_input_tokens',
  'llm.token_count.prompt_details.cache_write',
  'llm.token_count.cache_write',
];
const REASONING = [
  'gen_ai.usage.reasoning.output_tokens',
  'gen_ai.usage.reasoning_tokens',
  'llm.token_count.completion_details.reasoning',
  'llm.usage.reasoning_tokens',
  'ai.usage.reasoningTokens',
];
const COST = ['operation.cost', 'llm.cost.total', 'gen_ai.usage.cost'];

/** What a figure on a span of this kind covers: one call, or everything below. */
function scopeOf(kind: SpanKind): UsageScope {
  if (kind === 'LLM' || kind === 'EMBEDDING') return 'exclusive';
  return kind === 'AGENT' || kind === 'CHAIN' ? 'inclusive' : 'unknown';
}

/** Tokens that a span reports; cached input is part of the input in all of these conventions. */
export function usageOf(attributes: Attributes, kind: SpanKind, at: At, report: Report): Usage | undefined {
  const count = (keys: readonly string[]): number | undefined => tokenCount(attributes, keys, at, report);
  const input = count(INPUT);
  const output = count(OUTPUT);
  const [cacheRead, cacheWrite, reasoning] = [count(CACHE_READ), count(CACHE_WRITE), count(REASONING)];
  if (input === undefined && output === undefined) {
    const gemini = geminiUsage(attributes, kind);
    if (gemini) return gemini;
  }
  // Exporters write cache and reasoning figures as zero where they know nothing of the call.
  if (input === undefined && output === undefined && !cacheRead && !cacheWrite && !reasoning) return undefined;
  const usage = toUsage({ input, output, cacheRead, cacheWrite, reasoning, convention: 'inclusive' }, scopeOf(kind));
  return usage && kind === 'EMBEDDING' && output === undefined ? { ...usage, coverage: 'full' } : usage;
}

function tokenCount(attributes: Attributes, keys: readonly string[], at: At, report: Report): number | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value === undefined || value === null || value === '') continue;
    const number = toNumber(value);
    if (number !== undefined && number >= 0) return number;
    badValue(key, value, 'a number of tokens', at, report);
  }
  return undefined;
}

/** ADK keeps the provider's figures in the response; candidates exclude the thoughts. */
function geminiUsage(attributes: Attributes, kind: SpanKind): Usage | undefined {
  const response = looseJson(attributes.get('gcp.vertex.agent.llm_response') ?? null);
  const figures = field(response, 'usage_metadata') ?? field(response, 'usageMetadata');
  const figure = (key: string): number | undefined => toNumber(field(figures, key));
  const candidates = figure('candidates_token_count');
  const thoughts = figure('thoughts_token_count');
  return toUsage(
    {
      input: figure('prompt_token_count'),
      output: candidates === undefined ? undefined : candidates + (thoughts ?? 0),
      cacheRead: figure('cached_content_token_count'),
      reasoning: thoughts,
      convention: 'inclusive',
    },
    scopeOf(kind),
  );
}

/** US dollars that a vendor reports on a span. */
export function costOf(attributes: Attributes, kind: SpanKind): Cost | undefined {
  for (const key of COST) {
    const usd = numberOfKeys(attributes, key);
    if (usd !== undefined && usd >= 0) return { usd, scope: scopeOf(kind), source: key };
  }
  return undefined;
}
