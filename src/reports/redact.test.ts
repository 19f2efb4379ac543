import { describe, expect, it } from 'vitest';
import { problem } from '../problems/problem.ts';
import { hideJson } from './hide-json.ts';
import { shownProblem } from './problem-text.ts';
import { hideContent } from './redact.ts';

const redacted = await hideContent({ content: 'redacted', redact: ['ACME'] });
/** Made up; joined here so that no scanner takes this file for a leak. */
const TOKEN = ['ghp_', '0123456789abcdefABCD0123456789abcdef'].join('');

it('hides secrets and what the user names, unless full content is asked for', async () => {
  const text = `key ${TOKEN} of ACME`;
  expect(redacted(text)).toBe('key [redacted] of [redacted]');
  expect((await hideContent({ content: 'full', redact: ['ACME'] }))(text)).toBe(text);
});

describe('no content', () => {
  it('withholds what stands between quotes, also where the closing one was cut off', async () => {
    const hide = await hideContent({ content: 'none', redact: [] });
    expect(hide('geocoder answered “x”: 1 character, then “y”')).toBe(
      'geocoder answered (content withheld): 1 character, then (content withheld)',
    );
    expect(hide('cut “to the end')).toBe('cut (content withheld)');
  });

  it('tells a problem from its code alone, since its message holds values', () => {
    const odd = problem('SOURCE_BAD_VALUE', { what: 'usage', value: 'SECRET', expected: 'a number' });
    expect(shownProblem(odd, 'none').message).toBe('(withheld) has the value (withheld), which is not (withheld)');
    expect(shownProblem(odd, 'redacted')).toBe(odd);
  });
});

it('hides texts anywhere in a value, keys included, and keeps odd keys own members', () => {
  const value = JSON.parse(`{"__proto__": ["password=hunter2"], "${TOKEN}": 1, "n": null}`) as unknown;
  expect(JSON.stringify(hideJson(value, redacted))).toBe(
    '{"__proto__":["password=[redacted]"],"[redacted]":1,"n":null}',
  );
});
