import { expect, test } from 'vitest';
import { toId, toParentId } from './ids.ts';

test('hex ids of the usual length are compared without regard to case', () => {
  expect(toId('5B8EFFF798038103D269B633813FC60C')).toBe('5b8efff798038103d269b633813fc60c');
  expect(toId('0xEEE19B7EC3C1B174')).toBe('eee19b7ec3c1b174');
});

test('base64 ids become the hex that other exporters write for the same bytes', () => {
  expect(toId('W47/95gDgQPSabYzgT/GDA==')).toBe('5b8efff798038103d269b633813fc60c');
  expect(toId('7uGbfsPBsXQ=')).toBe('eee19b7ec3c1b174');
});

test('words and numbers stay ids, blanks around them do not count', () => {
  expect(toId(' span-Root ')).toBe('span-Root');
  expect(toId(17)).toBe('17');
  expect(toId('')).toBeUndefined();
  expect(toId({})).toBeUndefined();
});

test('a parent of zeros is none', () => {
  expect(toParentId('0000000000000000')).toBeUndefined();
  expect(toParentId('AAAAAAAAAAA=')).toBeUndefined();
  expect(toId('0000000000000000')).toBe('0000000000000000');
});
