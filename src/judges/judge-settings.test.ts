import { describe, expect, it } from 'vitest';
import { chooseJudge } from './choose-judge.ts';
import { type Environment, readJudgeSettings } from './judge-settings.ts';
import { queueOptions } from './open-judge.ts';

describe('muster.judge', () => {
  it('has defaults', () => {
    expect(readJudgeSettings(undefined)).toEqual({
      isUrlFromEnvironment: false,
      concurrency: 8,
      budget: {},
      redact: true,
      allowEgress: false,
      cache: true,
      contextTokens: 128_000,
    });
  });

  it('is read whole', () => {
    const given = {
      model: 'm',
      base_url: 'http://localhost:11434/v1',
      provider: 'openai-compatible',
      temperature: 0,
      max_tokens: 100,
      seed: -1,
      concurrency: 2,
      requests_per_minute: 60,
      budget: { calls: 10, usd: 0.5 },
      redact: false,
      allow_egress: true,
      cache: 'judged',
      context_tokens: 4096,
    };
    expect(readJudgeSettings(given)).toEqual({
      model: 'm',
      baseUrl: 'http://localhost:11434/v1',
      isUrlFromEnvironment: false,
      provider: 'openai-compatible',
      temperature: 0,
      maxTokens: 100,
      seed: -1,
      concurrency: 2,
      requestsPerMinute: 60,
      budget: { calls: 10, usd: 0.5 },
      redact: false,
      allowEgress: true,
      cache: 'judged',
      contextTokens: 4096,
    });
  });

  it('gives way to the environment', () => {
    const environment = { MUSTER_JUDGE_MODEL: 'e', MUSTER_JUDGE_BASE_URL: 'http://localhost:1' };
    expect(readJudgeSettings({ model: 'm', base_url: 'http://localhost:2' }, environment)).toMatchObject({
      model: 'e',
      baseUrl: 'http://localhost:1',
      isUrlFromEnvironment: true,
    });
    expect(readJudgeSettings({ model: 'm' }, { MUSTER_JUDGE_MODEL: '' }).model).toBe('m');
  });

  it.each([
    [{ modell: 'm' }, 'CONFIG_UNKNOWN_KEY'],
    [{ budget: { call: 1 } }, 'CONFIG_UNKNOWN_KEY'],
    [{ __proto__: null, toString: 1 }, 'CONFIG_UNKNOWN_KEY'],
    [{ model: '' }, 'CONFIG_BAD_VALUE'],
    [{ base_url: 'localhost' }, 'CONFIG_BAD_VALUE'],
    [{ base_url: 'file:///etc/passwd' }, 'CONFIG_BAD_VALUE'],
    [{ provider: 'acme' }, 'CONFIG_BAD_VALUE'],
    [{ concurrency: 0 }, 'CONFIG_BAD_VALUE'],
    [{ temperature: '0' }, 'CONFIG_BAD_VALUE'],
    [{ budget: 5 }, 'CONFIG_BAD_VALUE'],
    [{ budget: { usd: -1 } }, 'CONFIG_BAD_VALUE'],
    [{ redact: 'no' }, 'CONFIG_BAD_VALUE'],
    [{ cache: 1 }, 'CONFIG_BAD_VALUE'],
    ['text', 'CONFIG_BAD_VALUE'],
  ])('%j is refused with %s', (value, code) => {
    const at = { file: 'muster.yaml', line: 3 };
    expect(() => readJudgeSettings(value, {}, () => at)).toThrow(expect.objectContaining({ code, at }));
  });

  it('never shows an address, which may hold a password', () => {
    expect(() => readJudgeSettings({ base_url: 'ftp://me:hunter2@host' })).not.toThrow(/hunter2/);
    expect(() => readJudgeSettings({}, { MUSTER_JUDGE_BASE_URL: 'hunter2' })).not.toThrow(/hunter2/);
  });

  it('limits calls at once and calls in any minute', () => {
    expect(queueOptions(readJudgeSettings({ concurrency: 3 }))).toEqual({ concurrency: 3 });
    expect(queueOptions(readJudgeSettings({ requests_per_minute: 30 }))).toEqual({
      concurrency: 8,
      intervalCap: 30,
      interval: 60_000,
      strict: true,
    });
  });
});

describe('the judge of a model', () => {
  const KEYS = { OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g' };
  const choose = (model: string, given: object = {}, environment: Environment = KEYS) =>
    chooseJudge(model, readJudgeSettings(given, environment), environment);

  it.each([
    ['gpt-5-mini', 'openai', 'gpt-5-mini', 'https://api.openai.com/v1', 'o'],
    ['o4-mini', 'openai', 'o4-mini', 'https://api.openai.com/v1', 'o'],
    ['claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5', 'https://api.anthropic.com/v1', 'a'],
    ['gemini-2.5-flash', 'google', 'gemini-2.5-flash', 'https://generativelanguage.googleapis.com/v1beta', 'g'],
    [
      'projects/p/locations/l/publishers/google/models/gemini-2.5-pro',
      'google',
      'gemini-2.5-pro',
      'https://generativelanguage.googleapis.com/v1beta',
      'g',
    ],
  ])('%s is of %s', (named, provider, model, baseUrl, apiKey) => {
    expect(choose(named)).toEqual({ provider, model, endpoint: { baseUrl, apiKey }, shown: baseUrl, isLocal: false });
  });

  it('is behind an endpoint where one is named, and may be local', () => {
    expect(choose('llama3', { base_url: 'http://localhost:11434/v1/' })).toEqual({
      provider: 'openai-compatible',
      model: 'llama3',
      endpoint: { baseUrl: 'http://localhost:11434/v1' },
      shown: 'http://localhost:11434/v1',
      isLocal: true,
    });
    expect(choose('x', { base_url: 'https://me:secret@host/v1?key=secret' })).toMatchObject({
      shown: 'https://host/v1',
      isLocal: false,
    });
    expect(choose('x', { base_url: 'http://127.0.0.1.evil.example/v1' }).isLocal).toBe(false);
  });

  it('is sent no key of a provider because a configuration says so', () => {
    const evil = { base_url: 'https://evil.example/v1' };
    expect(choose('gpt-5', evil).endpoint).not.toHaveProperty('apiKey');
    for (const provider of ['openai', 'anthropic', 'google'])
      expect(() => choose('gpt-5', { ...evil, provider })).toThrow(expect.objectContaining({ code: 'JUDGE_NO_KEY' }));
    expect(
      choose('gpt-5', { ...evil, provider: 'openai' }, { ...KEYS, MUSTER_JUDGE_API_KEY: 'own' }).endpoint.apiKey,
    ).toBe('own');
  });

  it('is sent the key of its provider at an address of the environment', () => {
    const environment = { ...KEYS, MUSTER_JUDGE_BASE_URL: 'https://proxy.example/v1' };
    expect(choose('gpt-5', {}, environment).endpoint).toEqual({ baseUrl: 'https://proxy.example/v1', apiKey: 'o' });
    expect(choose('claude-x', { provider: 'anthropic' }, environment).endpoint.apiKey).toBe('a');
  });

  it('needs a provider that is known, and its key', () => {
    expect(() => choose('mistral-large')).toThrow(expect.objectContaining({ code: 'JUDGE_NO_PROVIDER' }));
    expect(() => choose('x', { provider: 'openai-compatible' })).toThrow(
      expect.objectContaining({ code: 'JUDGE_NO_PROVIDER' }),
    );
    expect(() => choose('claude-x', {}, {})).toThrow(/ANTHROPIC_API_KEY|no key/);
    expect(() => choose('gemini-x', {}, { GOOGLE_API_KEY: ' ' })).toThrow(
      expect.objectContaining({ code: 'JUDGE_NO_KEY' }),
    );
  });
});
