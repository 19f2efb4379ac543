import { describe, expect, it } from 'vitest';
import { redactText } from './redact-text.ts';

const redacted = await redactText([]);

/** Made up, in the shape of each vendor; joined here so that no scanner takes this file for a leak. */
const SECRETS = [
  ['sk-', 'proj-abcDEF0123456789abcdef'],
  ['sk-ant-', 'api03-abcDEF0123456789_-x'],
  ['sk_live_', '0123456789abcdefABCD'],
  ['ghp_', '0123456789abcdefABCD0123456789abcdef'],
  ['github_pat_', '11ABCDEFG0123456789_abcdef'],
  ['glpat-', 'abcDEF0123456789-_ab'],
  ['AKIA', 'ABCDEFGHIJKLMNOP'],
  ['AIza', 'SyA0123456789abcdefghijklmnopqrstuv'],
  ['xoxb-', '1234567890-abcdefABCDEF'],
  ['hf_', 'abcdefghijABCDEFGHIJklmnop'],
  ['npm_', '0123456789abcdefABCD0123456789abcdef'],
  ['eyJ', 'hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_123'],
].map((parts) => parts.join(''));

describe('redaction', () => {
  it.each(SECRETS)('replaces %s inside a sentence', (secret) => {
    expect(redacted(`the key "${secret}", see above`)).toBe('the key "[redacted]", see above');
  });

  it.each(SECRETS)('replaces the beginning of %s where a quotation cut it', (secret) => {
    expect(redacted(`“key ${secret.slice(0, 12)}…”`)).not.toContain(secret.slice(0, 12));
  });

  it('replaces private keys, also cut ones', () => {
    const key = ['-----BEGIN RSA PRIVATE', ' KEY-----\nMIIEow\n', '-----END RSA PRIVATE KEY-----'].join('');
    expect(redacted(`a ${key} b`)).toBe('a [redacted] b');
    expect(redacted(`a ${key.slice(0, 40)}`)).toBe('a [redacted]');
  });

  it('replaces values behind telling names and keeps the names', () => {
    expect(redacted('password=hunter2 and api_key: "abc def", x')).toBe(
      'password=[redacted] and api_key: [redacted], x',
    );
    expect(redacted('{"client_secret": "s3cr3t"}')).toBe('{"client_secret": [redacted]}');
    expect(redacted('Authorization: Bearer abc.DEF-123456')).toBe('Authorization: Bearer [redacted]');
    expect(redacted('postgres://user:hunter2@db/x')).toBe('postgres://user:[redacted]@db/x');
  });

  it('leaves ordinary sentences, figures, ids and mail addresses alone', () => {
    for (const text of [
      'geocoder answered 27 characters, fewer than 30',
      'tokens: 12,400; total tokens at least 93,300',
      '4bf92f3577b34da6a3ce929d0e0e4736',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'write to ann@example.org about the task-force-and-risk-assessment-report',
      'the secretary passed; the password was not given',
      'toolu_01A09q90qw90lq917835lq9',
      'basic understanding of everything',
    ])
      expect(redacted(text)).toBe(text);
  });
});

describe('the list of the user', () => {
  const hide = (redact: string[], text: string) => redactText(redact).then((it) => it(text));

  it('takes literal texts, whatever characters they have', async () => {
    expect(await hide(['a.b(c', '$1'], 'x a.b(c y $1 axb(c')).toBe('x [redacted] y [redacted] axb(c');
  });

  it('takes globs that stay within white space', async () => {
    expect(await hide(['ACME-*', 'k??y'], 'for ACME-42/x now, key kaay')).toBe('for [redacted] now, key [redacted]');
  });

  it('takes regular expressions in linear time', async () => {
    expect(await hide(['/\\bC-\\d{4}\\b/'], 'case C-1234, C-12')).toBe('case [redacted], C-12');
    expect(await hide(['/(a+)+$/'], `${'a'.repeat(5000)}b`)).toContain('aaab');
  });

  it('refuses what is no pattern', async () => {
    await expect(redactText(['/(/'])).rejects.toThrow(/muster\.redact/);
    await expect(redactText(['*'])).rejects.toThrow(/empty text/);
  });
});
