import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ALL_WORDS, reasonText } from '../src/results/reasons.ts';
import { readTree, scripts } from './architecture/source-tree.ts';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const product = scripts(readTree(SRC)).filter(
  ([path]) => /^(metrics|judges|run|views|model|prices|verdicts)\//.test(path) && !path.endsWith('.test.ts'),
);
const WORD = String.raw`['\`]([a-z]+(?:_[a-z]+)+)`;
const SAID = [
  new RegExp(String.raw`\breason: ${WORD}`, 'g'),
  new RegExp(String.raw`\b(?:failed|notApplicable|finding|leftOut|add|found\.push|diagnostics\.push)\(\s*${WORD}`, 'g'),
];

/** Words of lower case that a file gives as a reason, a finding, a token gap or a diagnostic. */
function saidIn(source: string): string[] {
  return SAID.flatMap((pattern) => [...source.matchAll(pattern)].map((match) => match[1] ?? ''));
}

describe('reasons, findings, token gaps and diagnostics', () => {
  const said = product.flatMap(([path, source]) => saidIn(source).map((word) => ({ path, word })));

  it('are each explained', () => {
    expect(said.length).toBeGreaterThan(30);
    expect(said.filter(({ word }) => reasonText(word) === undefined)).toEqual([]);
  });

  it('are each said somewhere: an explanation of what nothing says is dead', () => {
    const built = product.flatMap(([, source]) => [...source.matchAll(/['`]([a-z_]+)['`:]/g)].map((match) => match[1]));
    const words = new Set([...built, ...said.map(({ word }) => word)]);
    const isSaid = (word: string): boolean => words.has(word) || words.has(word.replace(/^agent_/, ''));
    expect(ALL_WORDS.filter((word) => !isSaid(word))).toEqual([]);
  });
});
