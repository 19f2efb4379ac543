import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { columnsOf, cutTo, padTo, wrapTo } from './columns.ts';

it('measures wide characters, emoji and combining marks', () => {
  expect(['abc', '翻訳', '👩‍👩‍👧‍👦', 'e\u0301', ''].map(columnsOf)).toEqual([3, 4, 2, 1, 0]);
});

it('measures as a terminal does where plain letters stand between marks, joined emoji and flags', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    ' ',
    '1',
    '#',
    '\u0301',
    '\ufe0f',
    '\u20e3',
    '\u200d',
    '✓',
    '翻',
    '👩',
    '👧',
    '🇩',
    '🇪',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      expect(columnsOf(text)).toBe(stringWidth(text));
    }),
    { numRuns: 500, seed: 5 },
  );
});

it('measures a text of any length as it does its parts, also where one character is longer than a window', () => {
  const family = '👩‍👩‍👧‍👦';
  for (let before = 0; before < family.length; before++)
    expect(columnsOf('é'.repeat(before) + family.repeat(100))).toBe(before + 200);
  expect(columnsOf(`x${`e${'\u0301'.repeat(1500)}`.repeat(3)}✓`)).toBe(5);
});

it('cuts to a width, and says so', () => {
  expect(cutTo('geocoder', 8)).toBe('geocoder');
  expect(cutTo('geocoder', 7)).toBe('geocod…');
  expect(cutTo('翻訳エージェント', 6)).toBe('翻訳…');
  expect(cutTo('👩‍👩‍👧‍👦'.repeat(5000), 20)).toBe(`${'👩‍👩‍👧‍👦'.repeat(9)}…`);
});

it('pads by columns, not by characters', () => {
  expect(padTo('翻訳', 6)).toBe('翻訳  ');
  expect(padTo('7', 3, 'right')).toBe('  7');
});

it('wraps between words and cuts only words that are longer than a line', () => {
  expect(wrapTo('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapTo('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  expect(wrapTo('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 4)).toEqual(['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']);
  expect(wrapTo('', 4)).toEqual(['']);
});
