import { describe, expect, it } from 'vitest';
import { Failure } from '../problems/failure.ts';
import { parsePositioned } from './positioned.ts';
import { readPrices } from './read-prices.ts';

function read(text: string): ReturnType<typeof readPrices> {
  const file = parsePositioned('prices.yaml', text);
  return readPrices(file, [], file.value);
}

function refusal(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof Failure) return error.message.replace(/^prices.yaml:(\d+)#\S*:/, '$1');
    throw error;
  }
  return 'accepted';
}

describe('prices of models', () => {
  it('are dollars for a million tokens, plain or rising with the input', () => {
    const text =
      'acme-*: {input: {base: 2, tiers: [{above: 9, usd: 4}, {above: 5, usd: 3}]}, output: 8, cache_read: 0}';
    expect(read(text)).toEqual([
      {
        model: 'acme-*',
        input: {
          base: 2,
          tiers: [
            { above: 5, usd: 3 },
            { above: 9, usd: 4 },
          ],
        },
        output: 8,
        cacheRead: 0,
      },
    ]);
  });

  it.each([
    ['a: {input: 1}', /^1 .*a price of input and of output/],
    ['a: {input: 1, output: -1}', /^1 'a.output' is -1/],
    ['a:\n  input: 1\n  output: .nan', /^3 'a.output'/],
    ['a:\n  input: 1\n  output: .inf', /^3 'a.output'/],
    ['a: {input: 1, output: 1.0e+12}', /^1 'a.output' is 1000000000000/],
    ['a: {input: 1, output: "2"}', /^1 'a.output' is "2"/],
    ['a: {input: 1, output: 2, cached: 1}', /^1 unknown key 'cached'/],
    ['a: {input: {base: 1}, output: 2}', /^1 'a.input'/],
    ['a: {input: {base: 1, tiers: [{above: 1.5, usd: 2}]}, output: 2}', /above.*a number of input tokens/],
    ['a: 3', /^1 'a' is 3, and must be a mapping/],
    ['"*": {input: 1, output: 2}', /the name of a model/],
  ])('are refused with their line: %s', (text, message) => {
    expect(refusal(text)).toMatch(message);
  });
});
