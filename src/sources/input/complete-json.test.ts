import fc from 'fast-check';
import { expect, it } from 'vitest';
import { completeJson } from './complete-json.ts';

it('closes a record after its last whole value', () => {
  expect(completeJson('{"a":1,"b":{"c":[1,{"d":"x')).toBe('{"a":1,"b":{"c":[1,{}]}}');
  expect(completeJson('{"a":"x\\"","b')).toBe('{"a":"x\\""}');
  expect(completeJson('{"a":1,"b":12')).toBe('{"a":1}');
  expect(completeJson('["a","b","c')).toBe('["a","b"]');
  expect(completeJson('{"a":tru')).toBe('{}');
});

it('gives JSON for any beginning of any object, and the whole of a whole one', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
      const text = JSON.stringify(value, null, cut % 2);
      expect(completeJson(text)).toBe(text);
      expect(() => JSON.parse(completeJson(text.slice(0, 1 + (cut % text.length))))).not.toThrow();
    }),
    { numRuns: 100, seed: 6 },
  );
});

it('finds the end of strings that end in backslashes', () => {
  expect(completeJson(`[${`"${'\\\\'.repeat(50)}",`.repeat(20)}"cut`)).toMatch(/"\]$/);
});
