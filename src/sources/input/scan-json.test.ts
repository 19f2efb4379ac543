import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonError, scanJson } from './scan-json.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it('agrees with the parser on JSON and on JSON with one character changed', () => {
  const changed = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '"', '\\', '{', '}', ',', ':', '0', '-', 'e', '.', '\n', 'x', 'null'),
    )
    .map(([text, at, piece]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(place + 1);
    });
  fc.assert(
    fc.property(fc.oneof(fc.json(), changed), (text) => {
      expect(jsonError(text) === undefined).toBe(parses(text));
    }),
    { numRuns: 5000, seed: 5 },
  );
});

it('calls every cut of a text cut, not invalid', () => {
  const text = '{"a":[1,-2.5e-3,"\\u00e9\\n",true,false,null,{"b":{}}]}';
  for (let end = 1; end < text.length; end++) expect(scanJson(text.slice(0, end)).kind).toBe('cut');
  expect(scanJson(text)).toEqual({ kind: 'complete', end: text.length });
});

it('names the keys with their depth, also of a text that is cut', () => {
  const keys: string[] = [];
  scanJson('[{"a":{"b":1},"c":2},{"d":"unfin', 0, (key, depth, element) => keys.push(`${element}.${depth}.${key}`));
  expect(keys).toEqual(['0.2.a', '0.3.b', '0.2.c', '1.2.d']);
});

it('names words of other languages', () => {
  expect(jsonError('{"a":NaN}')?.reason).toBe('NaN is not a JSON value');
  expect(jsonError('{"a":None}')).toEqual({ reason: 'None is not a JSON value', line: 1, column: 6 });
});

it('needs no stack', () => {
  expect(scanJson('['.repeat(500_000)).kind).toBe('cut');
});
