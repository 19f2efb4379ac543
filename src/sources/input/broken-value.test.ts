import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenValue } from './broken-value.ts';
import { halfReadOf, takeOut } from './without-half-read.ts';

describe('a value that breaks', () => {
  it('is read up to its last whole value, with the way to what is half-read', () => {
    expect(brokenValue('{"a":[{"b":1},{"c":2,"d":"x', 3)).toEqual({
      value: { a: [{ b: 1 }, { c: 2 }] },
      path: ['a', 1],
      line: 3,
      brokenLine: 3,
      reason: 'it ends inside a string (column 28)',
      byte: 27,
      bytes: 27,
    });
  });

  it('in the middle is read up to there, and says where, in bytes', () => {
    const broken = brokenValue('{"é":[1,\n2,@3],"b":4}', 1);
    expect(broken).toMatchObject({ value: { é: [1, 2] }, path: ['é'], brokenLine: 2, byte: 12, bytes: 22 });
    expect(broken?.reason).toBe('an unexpected character (column 3)');
  });

  it('only behind its end is whole', () => {
    expect(brokenValue('[{"a":1}] trailing', 1)).toMatchObject({ value: [{ a: 1 }], path: [] });
  });

  it('keeps the digits of long integers', () => {
    expect(brokenValue('[12345678901234567890,"cut', 1)?.value).toEqual(['12345678901234567890']);
  });

  it('is nothing without a bracket, and beyond the depth of a record', () => {
    expect(brokenValue('NaN', 1)).toBeUndefined();
    expect(brokenValue('['.repeat(1000), 1)).toBeUndefined();
  });

  it('loses its half-read parts alone: what is left stands in the whole value, for any value and cut', () => {
    const record = fc.dictionary(fc.string(), fc.array(fc.oneof(fc.string(), fc.boolean(), fc.nat())));
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), fc.nat(), (whole, at) => {
        const text = JSON.stringify({ list: whole });
        const broken = brokenValue(text.slice(0, 1 + (at % (text.length - 1))), 1);
        const half = broken && halfReadOf(broken).find(({ path }) => path.length === 2);
        if (half) takeOut(broken.value, half.path);
        const kept = (broken?.value as { list?: unknown[] } | undefined)?.list ?? [];
        expect(JSON.stringify(kept)).toBe(JSON.stringify(JSON.parse(JSON.stringify(whole.slice(0, kept.length)))));
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
