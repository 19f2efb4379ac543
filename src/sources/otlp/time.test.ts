import { expect, test } from 'vitest';
import { toNs } from './time.ts';

test('nanoseconds beyond 2^53 keep every digit', () => {
  expect(toNs('1790000000123456789', 'ns')).toBe(1790000000123456789n);
  expect(toNs('1790000000123456789', 'guess')).toBe(1790000000123456789n);
});

test('a field whose unit is stated is never guessed', () => {
  expect(toNs(5, 'ns')).toBe(5n);
  expect(toNs(1790000000000001, 'us')).toBe(1790000000000001000n);
});

test('seconds, milliseconds and microseconds are told apart by their size', () => {
  expect(toNs(1790000000, 'guess')).toBe(1790000000000000000n);
  expect(toNs(1790000000.25, 'guess')).toBe(1790000000250000000n);
  expect(toNs(1790000000123, 'guess')).toBe(1790000000123000000n);
  expect(toNs(1790000000123456, 'guess')).toBe(1790000000123456000n);
});

test('pairs of seconds and nanoseconds are read', () => {
  expect(toNs([1790000000, 242000001], 'guess')).toBe(1790000000242000001n);
  expect(toNs({ seconds: '1790000000', nanos: 5 }, 'guess')).toBe(1790000000000000005n);
});

test('dates keep fractions below a millisecond; without a zone they are UTC', () => {
  expect(toNs('2026-09-21T14:13:20.000250Z', 'guess')).toBe(1790000000000250000n);
  expect(toNs('2026-09-21 14:13:20', 'guess')).toBe(1790000000000000000n);
  expect(toNs('2026-09-21T16:13:20.5+0200', 'guess')).toBe(1790000000500000000n);
});

test('nothing and zero are no time, anything else is not a time', () => {
  expect(toNs(undefined, 'ns')).toBeUndefined();
  expect(toNs('0', 'ns')).toBeUndefined();
  expect(toNs('[trimmed]', 'guess')).toBeNull();
  expect(toNs(-1, 'ns')).toBeNull();
  expect(toNs(['a', 1], 'guess')).toBeNull();
  expect(toNs({}, 'guess')).toBeNull();
});

test('what lies before the epoch or beyond the last date is no time, however many digits it has', () => {
  expect(toNs('9999-12-31T23:59:59Z', 'guess')).toBe(253402300799000000000n);
  expect(toNs('8640000000000000000000', 'ns')).toBe(8640000000000000000000n);
  for (const value of ['8640000000000000000001', 1e300, '9'.repeat(30), ['9'.repeat(30), 0], -1])
    expect(toNs(value, 'ns')).toBeNull();
});
