import { describe, expect, it } from 'vitest';
import { isYamlDeeperThan } from './yaml-depth.ts';

const LIMIT = 64;

describe('the depth of YAML text', () => {
  it.each([
    ['lists in brackets', `${'['.repeat(60)}${']'.repeat(60)}`],
    ['mappings by indentation', Array.from({ length: 60 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')],
    ['many siblings', '- a: {b: [1]}\n'.repeat(1000)],
    ['brackets inside text', `a: "${'['.repeat(1000)}"\n`],
    ['nothing', ''],
  ])('is within the limit for %s', (_, text) => expect(isYamlDeeperThan(text, LIMIT)).toBe(false));

  it.each([
    ['brackets that are never closed', '['.repeat(200_000)],
    ['braces with keys', '{a: '.repeat(5000)],
    ['dashes on one line', `${'- '.repeat(5000)}x`],
    ['keys that are themselves nested', '? '.repeat(5000)],
    ['indentation', Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}a:\n`).join('')],
    ['a second document', `a: 1\n---\n${'['.repeat(500)}`],
  ])('is over the limit for %s', (_, text) => expect(isYamlDeeperThan(text, LIMIT)).toBe(true));
});
