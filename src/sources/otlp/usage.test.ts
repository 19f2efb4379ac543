import { expect, test } from 'vitest';
import type { SpanKind } from '../../model/span.ts';
import type { Usage } from '../../model/usage.ts';
import type { Problem } from '../../problems/problem.ts';
import { costOf, usageOf } from './usage.ts';

const at = { file: 'f' };

function usage(entries: Record<string, string | number>, kind: SpanKind = 'LLM'): Usage | undefined {
  return usageOf(new Map(Object.entries(entries)), kind, at, () => {});
}

test('every generation of names is read, the newest first', () => {
  const expected = { inputUncached: 7, cacheRead: 3, output: 5 };
  const current = {
    'gen_ai.usage.input_tokens': 10,
    'gen_ai.usage.output_tokens': '5',
    'gen_ai.usage.cache_read.input_tokens': 3,
  };
  expect(usage({ ...current, 'gen_ai.usage.prompt_tokens': 99 })).toMatchObject(expected);
  expect(
    usage({
      'gen_ai.usage.prompt_tokens': 10,
      'gen_ai.usage.completion_tokens': 5,
      'gen_ai.usage.cache_read_input_tokens': 3,
    }),
  ).toMatchObject(expected);
  expect(
    usage({ 'llm.token_count.prompt': 10, 'llm.token_count.completion': 5, 'llm.token_count.cache_read': 3 }),
  ).toMatchObject(expected);
  expect(
    usage({ 'ai.usage.inputTokens': 10, 'ai.usage.outputTokens': 5, 'ai.usage.cachedInputTokens': 3 }),
  ).toMatchObject(expected);
});

test('figures of a model call are its own, figures of an agent include what is below', () => {
  expect(usage({ 'gen_ai.usage.input_tokens': 1 }, 'LLM')?.scope).toBe('exclusive');
  expect(usage({ 'gen_ai.usage.input_tokens': 1 }, 'EMBEDDING')).toMatchObject({
    scope: 'exclusive',
    coverage: 'full',
  });
  expect(usage({ 'gen_ai.aggregated_usage.input_tokens': 1 }, 'AGENT')?.scope).toBe('inclusive');
  expect(usage({ 'gen_ai.usage.input_tokens': 1 }, 'CHAIN')?.scope).toBe('inclusive');
  expect(usage({ 'gen_ai.usage.input_tokens': 1 }, 'TOOL')?.scope).toBe('unknown');
});

test('a total alone says nothing of input and output, zeros of a breakdown say nothing at all', () => {
  expect(usage({ 'llm.usage.total_tokens': 40 })).toBeUndefined();
  expect(usage({ 'gen_ai.usage.reasoning_tokens': 0, 'gen_ai.usage.cache_read_input_tokens': 0 })).toBeUndefined();
});

test('what is no number of tokens is reported and unknown', () => {
  const problems: Problem[] = [];
  const read = usageOf(
    new Map<string, string | number>([
      ['gen_ai.usage.input_tokens', -1],
      ['gen_ai.usage.output_tokens', 'many'],
      ['llm.token_count.completion', 4],
    ]),
    'LLM',
    at,
    (found) => problems.push(found),
  );
  expect(read).toMatchObject({ output: 4, coverage: 'partial' });
  expect(read?.inputUncached).toBeUndefined();
  expect(problems.map((found) => found.code)).toEqual(['SOURCE_BAD_VALUE', 'SOURCE_BAD_VALUE']);
});

test("ADK's figures are read from the response when the span has none", () => {
  const response = JSON.stringify({
    usage_metadata: {
      prompt_token_count: 10,
      cached_content_token_count: 4,
      candidates_token_count: 3,
      thoughts_token_count: 2,
    },
  });
  expect(usage({ 'gcp.vertex.agent.llm_response': response })).toMatchObject({
    inputUncached: 6,
    cacheRead: 4,
    output: 5,
    reasoning: 2,
  });
});

test('a cost counts only where a vendor states it', () => {
  expect(costOf(new Map([['llm.cost.total', '0.25']]), 'LLM')).toEqual({
    usd: 0.25,
    scope: 'exclusive',
    source: 'llm.cost.total',
  });
  expect(costOf(new Map([['operation.cost', 'free']]), 'LLM')).toBeUndefined();
});
