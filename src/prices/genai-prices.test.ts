import { describe, expect, it } from 'vitest';
import { genaiPrices } from './genai-prices.ts';
import { rateAt } from './price-table.ts';

const table = genaiPrices('0', 'hash');
const noon = BigInt(Date.UTC(2025, 5, 1, 12)) * 1_000_000n;

describe('the bundled prices', () => {
  it('know a model by its dated name, with a price of its own for cached input', () => {
    expect(table.priceOf({ model: 'gpt-4o-2024-08-06', provider: 'openai' })).toEqual({
      input: 2.5,
      output: 10,
      cacheRead: 1.25,
      isListPrice: true,
    });
  });

  it('have no price for a model that they do not know', () => {
    expect(table.priceOf({ model: 'mystery-1' })).toBeUndefined();
    expect(table.priceOf({ model: '' })).toBeUndefined();
    expect(table.priceOf({ model: '__proto__' })).toBeUndefined();
  });

  it('take a framework that names itself as provider for no provider', () => {
    expect(table.priceOf({ model: 'gpt-4o', provider: 'strands-agents' })).toEqual(table.priceOf({ model: 'gpt-4o' }));
  });

  it('have no price where a provider that they know does not offer the model', () => {
    expect(table.priceOf({ model: 'gpt-4o', provider: 'anthropic' })).toBeUndefined();
  });

  it('tell cache writes of an hour from shorter ones', () => {
    const price = table.priceOf({ model: 'claude-haiku-4-5-20251001', provider: 'anthropic' });
    expect(price).toMatchObject({ cacheWrite: 1.25, cacheWrite1h: 2 });
  });

  it('read a regional profile of Bedrock at the prices of Bedrock', () => {
    const price = table.priceOf({ model: 'us.anthropic.claude-sonnet-4-6', provider: 'strands-agents' });
    expect(price?.input).toBe(3.3);
  });

  it('rise with the input of a call where the provider says so', () => {
    const price = table.priceOf({ model: 'gemini-2.5-pro', timeNs: noon });
    expect([200_000, 200_001].map((input) => rateAt(price?.input ?? 0, input))).toEqual([1.25, 2.5]);
  });

  it('have no price without a time where it depends on the hour', () => {
    expect(table.priceOf({ model: 'deepseek-chat' })).toBeUndefined();
    expect(table.priceOf({ model: 'deepseek-chat', timeNs: noon })?.input).toBe(0.27);
  });

  it('give the same answer whenever they are asked', () => {
    const query = { model: 'gemini-2.5-pro', timeNs: noon };
    expect(genaiPrices('0', 'hash').priceOf(query)).toEqual(table.priceOf(query));
  });

  it('have no price for what a host of open models serves: that of its maker is another', () => {
    expect(table.priceOf({ model: 'deepseek-r1', timeNs: noon })?.input).toBeDefined();
    for (const provider of ['ollama', 'vLLM', 'LM Studio', 'ibm.watsonx.ai', 'az.ai.inference'])
      expect(table.priceOf({ model: 'deepseek-r1', provider, timeNs: noon })).toBeUndefined();
  });

  it('are no upper limit of a model that also bills requests, images or sound', () => {
    expect(table.priceOf({ model: 'sonar', provider: 'perplexity' })?.hasOtherFees).toBe(true);
    expect(table.priceOf({ model: 'gpt-realtime' })?.hasOtherFees).toBe(true);
    expect(table.priceOf({ model: 'gpt-4o' })?.hasOtherFees).toBeUndefined();
  });

  it('take a clock that was not set, or that runs in another unit, for no time', () => {
    const newest = table.priceOf({ model: 'gemini-2.5-pro' });
    for (const timeNs of [0n, 1_700_000_000n, -1n, 10n ** 30n])
      expect(table.priceOf({ model: 'gemini-2.5-pro', timeNs })).toEqual(newest);
  });

  it('have no price of a variant that only begins like a model', () => {
    expect(table.priceOf({ model: 'claude-opus-4-6', provider: 'anthropic' })).toBeDefined();
    expect(table.priceOf({ model: 'claude-opus-4-6-fast', provider: 'anthropic' })).toBeUndefined();
    expect(table.priceOf({ model: 'grok-4-fast' })).toBeDefined();
  });

  it('keep names apart that look alike beside each other', () => {
    expect(table.priceOf({ model: 'x gpt-4o', provider: 'openai' })).toBeUndefined();
    expect(table.priceOf({ model: 'gpt-4o', provider: 'openai x' })).toBeDefined();
  });
});
