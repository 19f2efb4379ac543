import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Compares a text with a file; UPDATE_SAMPLES=1 writes that file instead, to be read before it is kept. */
export function expectSample(path: string | URL, text: string): void {
  if (process.env.UPDATE_SAMPLES === '1') writeFileSync(path, text);
  expect(existsSync(path), `${path} is missing: run once with UPDATE_SAMPLES=1 and read what it writes`).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
