import { expect, it } from 'vitest';
import { toNumber } from './json.ts';

it('reads decimal text as a number where it is finite, and nothing else', () => {
  expect(['7', ' -1.5e3 ', 12].map(toNumber)).toEqual([7, -1500, 12]);
  for (const value of [
    '1e400',
    '9'.repeat(400),
    'NaN',
    'Infinity',
    '0x10',
    '',
    ' ',
    '1_000',
    null,
    true,
    [1],
    Number.NaN,
  ])
    expect(toNumber(value)).toBeUndefined();
});
