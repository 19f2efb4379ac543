import { describe, expect, it } from 'vitest';
import { isFailure } from '../problems/is-failure.ts';
import { parsePositioned } from './positioned.ts';

function refusal(text: string): string {
  try {
    parsePositioned('m.yaml', text);
  } catch (error) {
    if (isFailure(error)) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('a file with positions', () => {
  it('tells the line of a key, and of the nearest key above one that is not there', () => {
    const file = parsePositioned('m.yaml', '# first\na:\n  - b: 1\n    c: 2\n');
    expect(file.placeOf(['a', 0, 'c'])).toEqual({ file: 'm.yaml', line: 4, pointer: '/a/0/c' });
    expect(file.placeOf(['a', 0, 'missing', 'x'])).toMatchObject({ line: 3 });
    expect(file.placeOf(['nothing'])).toMatchObject({ line: 2, pointer: '/nothing' });
  });

  it('escapes keys in pointers', () => {
    expect(parsePositioned('m.yaml', 'a/b~c: 1\n').placeOf(['a/b~c'])).toMatchObject({ pointer: '/a~1b~0c' });
  });

  it('follows merge keys, as agents-cli does', () => {
    const { value } = parsePositioned('m.yaml', 'base: &base {x: 1}\nmine:\n  <<: *base\n  y: 2\n');
    expect(value.mine).toEqual({ x: 1, y: 2 });
  });

  it('reads a byte order mark, CRLF and an empty file', () => {
    expect(parsePositioned('m.yaml', '\ufeffa: 1\r\nb: 2\r\n').value).toEqual({ a: 1, b: 2 });
    expect(parsePositioned('m.yaml', '').value).toEqual({});
  });

  it('keeps a key called __proto__ as a key', () => {
    const { value } = parsePositioned('m.yaml', '__proto__: {polluted: true}\n');
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each([
    ['a value that holds itself', 'a: &a\n  b: *a\n', /levels deep/],
    ['3,000 nested lists', `a: ${'['.repeat(3000)}${']'.repeat(3000)}`, /CONFIG_UNREADABLE m\.yaml:1/],
    ['200,000 nested lists', '['.repeat(200_000), /CONFIG_UNREADABLE m\.yaml:1/],
    ['a tag that nothing resolves', 'x: 1\na: !!python/object:os.system {b: 1}\n', /m\.yaml:2.*Unresolved tag/],
    ['an alias without an anchor', 'a: *x\n', /CONFIG_UNREADABLE m\.yaml.*Unresolved alias/],
    ['two documents', 'a: 1\n---\nb: 2\n', /CONFIG_UNREADABLE m\.yaml:\d.*multiple documents/],
    ['indentation by tabs', 'muster:\n\tmetrics: []\n', /CONFIG_UNREADABLE m\.yaml:2/],
  ])('refuses %s', (_, text, expected) => expect(refusal(text)).toMatch(expected));
});
