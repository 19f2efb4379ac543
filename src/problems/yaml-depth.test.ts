import { describe, expect, it } from 'vitest';
import { isDeeperThan, tooDeepLine } from './yaml-depth.ts';

const LIMIT = 64;

describe('the depth of YAML text', () => {
  it.each([
    ['lists in brackets', `${'['.repeat(60)}${']'.repeat(60)}`],
    ['mappings by indentation', Array.from({ length: 60 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')],
    ['sequences of mappings', Array.from({ length: 30 }, (_, level) => `${'  '.repeat(level)}- a:\n`).join('')],
    ['many siblings', '- a: {b: [1]}\n'.repeat(1000)],
    ['brackets inside text', `a: "${'['.repeat(1000)}"\n`],
    ['nothing', ''],
  ])('is within the limit for %s', (_, text) => expect(tooDeepLine(text, LIMIT)).toBeUndefined());

  it.each([
    ['brackets that are never closed', '['.repeat(200_000), 1],
    ['braces with keys', `a: 1\nb: ${'{a: '.repeat(5000)}`, 2],
    ['dashes on one line', `${'- '.repeat(5000)}x`, 1],
    ['keys that are themselves nested', '? '.repeat(5000), 1],
    ['a second document', `a: 1\n---\n${'['.repeat(500)}`, 3],
  ])('is over the limit for %s, at its line', (_, text, line) => expect(tooDeepLine(text, LIMIT)).toBe(line));

  it('is over the limit for indentation', () => {
    const text = Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}a:\n`).join('');
    expect(tooDeepLine(text, LIMIT)).toBeGreaterThan(LIMIT);
  });
});

describe('the depth of a value', () => {
  it('is counted from the outermost list or mapping', () => {
    expect(isDeeperThan(1, 0)).toBe(false);
    expect(isDeeperThan({ a: [1] }, 2)).toBe(false);
    expect(isDeeperThan({ a: [[1]] }, 2)).toBe(true);
  });

  it('of a value that holds itself is over every limit', () => {
    const own: unknown[] = [];
    own.push({ small: 1, own });
    expect(isDeeperThan(own, 64)).toBe(true);
  });
});
