import { describe, expect, it } from 'vitest';
import { matchesGlob } from './glob.ts';

describe('a glob', () => {
  it.each([
    ['geo*', 'geocoder', true],
    ['geo*', 'a geocoder', false],
    ['*', '', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['*a*b', 'xxaxxb', true],
    ['a.c', 'abc', false],
    ['', '', true],
    ['a*', 'a*', true],
  ])('%s against %s is %s', (pattern, name, expected) => expect(matchesGlob(pattern, name)).toBe(expected));

  it('of many stars ends on a long name', () => {
    expect(matchesGlob(`${'*a'.repeat(50)}*b`, 'a'.repeat(5000))).toBe(false);
  });
});
