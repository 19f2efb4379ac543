import { expect, it } from 'vitest';
import { quote } from './quote.ts';

it('puts content between quotes on one line', () => {
  expect(quote(' two\r\n\tlines\u2028and  more ')).toBe('“two lines and more”');
});

it('replaces quotes of its own kind, so that the end of the content is known', () => {
  expect(quote('say ”secret“')).toBe('“say "secret"”');
});

it('cuts after 200 characters, never inside a surrogate pair', () => {
  expect(quote('😀'.repeat(200))).toBe(`“${'😀'.repeat(200)}”`);
  expect(quote('😀'.repeat(201))).toBe(`“${'😀'.repeat(200)}…”`);
  expect(quote(`a${'😀'.repeat(3000)}`)).toBe(`“a${'😀'.repeat(199)}…”`);
});

it('says that text behind much white space was cut', () => {
  expect(quote(`ok${' '.repeat(5000)}hidden`)).toBe('“ok…”');
});
