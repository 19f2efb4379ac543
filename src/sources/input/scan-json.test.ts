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
    { numRuns: 500, seed: 5 },
  );
});

it('agrees with the parser on what is nearly JSON', () => {
  const texts = String.raw`01 -01 +1 1. .5 1e 1e+ 1.e3 1E5 -0 - --1 0x1 1_0 1e5.5 tru nul truefalse True
    [1,] [,] [,1] {"a":1,} {,} {"a"} {"a":} {"a"1} {a:1} {'a':1} {1:1} [1]] {}{} [} {] [1;2] ["a":1]
    "\u00e9" "\u00g0" "\u00zz" "\u00" "\x" "\'" "\" "\\" "\\\" "\ud800" "a""b" 'a' "a`.split(/\s+/);
  const spaced = ['', ' ', '1 2', '[1 2]', '"a\tb"', '"a\nb"', '"a\0b"', '"a\x1fb"', '"a\x7fb"', '"a\u2028b"'];
  const around = ['\ufeff{}', '\u00a01', '[1\u00a0]', '\v1', '\t1\r\n', '{ "a" : [ ] , "b" : { } }'];
  for (const text of [...texts, ...spaced, ...around])
    expect([text, jsonError(text) === undefined]).toEqual([text, parses(text)]);
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
