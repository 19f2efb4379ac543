import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeTempFolder } from '../testing/make-judge.ts';
import { fileCache } from './cache.ts';
import { cacheKey } from './cache-key.ts';
import type { JudgeAnswer } from './transport.ts';

const KEY = 'ab'.repeat(32);
const ANSWER: JudgeAnswer = { text: 'x', usage: { input: 1, output: 2 }, finish: 'stop', model: 'm' };
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the cache', () => {
  it('keeps an answer, for its owner alone', async () => {
    const folder = `${makeTempFolder()}/cache`;
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    const cache = fileCache(folder);
    expect(await cache.get(KEY)).toBeUndefined();
    await cache.set(KEY, ANSWER);
    expect(await fileCache(folder).get(KEY)).toEqual(ANSWER);
    expect(readdirSync(`${folder}/ab`)).toEqual([`${KEY}.json`]);
    expect([folder, `${folder}/ab`, `${folder}/ab/${KEY}.json`].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  });

  it('takes what is broken, of another version or no answer for none', async () => {
    const folder = makeTempFolder();
    mkdirSync(`${folder}/ab`);
    for (const text of [
      '',
      '{"version": 1, "answer": {"text": "x"',
      '{"version": 2, "answer": {"text": "x", "usage": {}, "finish": "stop"}}',
      '{"version": 1, "answer": {"text": 5, "usage": {}, "finish": "stop"}}',
      '{"version": 1, "answer": {"text": "x", "usage": {}, "finish": "soon"}}',
    ]) {
      writeFileSync(`${folder}/ab/${KEY}.json`, text);
      expect(await fileCache(folder).get(KEY), text).toBeUndefined();
    }
  });

  it('follows no key that is a path', async () => {
    const folder = `${makeTempFolder()}/cache`;
    await fileCache(folder).set('../../etc/passwd', ANSWER);
    expect(await fileCache(folder).get('../../etc/passwd')).toBeUndefined();
    expect(() => readdirSync(folder)).toThrow();
  });
});

describe('the key of a question', () => {
  const question = {
    model: 'm',
    parameters: { temperature: 0, seed: 1 },
    system: 's',
    prompt: 'p',
    sampleIndex: 0,
    metricVersion: '1.0.0',
  };

  it('differs with everything that can change the answer, and with nothing else', () => {
    const keys = [
      question,
      { ...question, model: 'n' },
      { ...question, parameters: { temperature: 1, seed: 1 } },
      { ...question, parameters: { temperature: 0, seed: 1, max_tokens: 5 } },
      { ...question, system: 't' },
      { ...question, prompt: 'q' },
      { ...question, sampleIndex: 1 },
      { ...question, metricVersion: '1.0.1' },
    ].map(cacheKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(cacheKey({ ...question, parameters: { seed: 1, temperature: 0 } })).toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});
