import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ALL_CODES, codeText, isCode } from '../src/problems/codes.ts';
import { readTree, scripts } from './architecture/source-tree.ts';
import { quotedCodes, readRaisedCodes } from './errors/read-raised-codes.ts';

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/errors.md', import.meta.url));
const DEFINES_CODES = /^problems\/codes.*\.ts$/;

const product = scripts(readTree(SRC)).filter(([path]) => !path.endsWith('.test.ts') && !DEFINES_CODES.test(path));
const raised = product.flatMap(([path, source]) => readRaisedCodes(source).map((raise) => ({ path, ...raise })));

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

describe('error codes', () => {
  it('are each raised somewhere: a code that nothing raises is dead', () => {
    const used = new Set(product.flatMap(([, source]) => quotedCodes(source)));
    expect(ALL_CODES.filter((code) => !used.has(code))).toEqual([]);
  });

  it('are spelt AREA_WHAT, and say what happened, what to do and what it means', () => {
    for (const code of ALL_CODES) {
      const { message, hint, docs } = codeText(code);
      expect(code).toMatch(/^[A-Z]+(_[A-Z0-9]+)+$/);
      for (const text of [message, hint, docs]) expect(text.trim(), code).not.toBe('');
      expect(docs, `${code}: the docs are fixed text`).not.toMatch(/\{\w+\}/);
    }
  });

  it('exist where they are raised', () => {
    expect(raised.length).toBeGreaterThan(20);
    expect(raised.filter(({ code }) => !isCode(code))).toEqual([]);
  });

  it('are raised with every fact that their texts name, and no other', () => {
    const faults = raised.flatMap(({ path, line, code, facts }) => {
      if (facts === undefined || !isCode(code)) return [];
      const { message, hint } = codeText(code);
      const named = new Set([...placeholders(message), ...placeholders(hint)]);
      const lacking = [...named].filter((name) => !facts.includes(name)).map((name) => `lacks '${name}'`);
      const unread = facts.filter((name) => !named.has(name)).map((name) => `gives '${name}', which no text names`);
      return [...lacking, ...unread].map((fault) => `${path}:${line}: ${code} ${fault}`);
    });
    expect(faults).toEqual([]);
  });

  it.skipIf(!existsSync(PAGE))('stand on the page of errors, each under a heading of its own', () => {
    const headings = new Set(readFileSync(PAGE, 'utf8').match(/(?<=^#+ `?)[A-Z]+_[A-Z0-9_]+(?=`?$)/gm) ?? []);
    expect(ALL_CODES.filter((code) => !headings.has(code))).toEqual([]);
    expect([...headings].filter((code) => !isCode(code))).toEqual([]);
  });
});
