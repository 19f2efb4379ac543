import { expect, it } from 'vitest';
import { embeddedJson } from './embedded-json.ts';

it('reads JSON inside a text as inside a file, and nothing else', () => {
  expect(embeddedJson(' {"a":[1,1700000000000000001]}')).toEqual({ a: [1, '1700000000000000001'] });
  expect(embeddedJson('"text"')).toBe('text');
  expect(embeddedJson('null')).toBeNull();
  expect(embeddedJson('no JSON')).toBeUndefined();
  expect(embeddedJson('{"cut":')).toBeUndefined();
  expect(embeddedJson('')).toBeUndefined();
  expect(embeddedJson('['.repeat(200_000) + ']'.repeat(200_000))).toBeUndefined();
});
