import { expect, test } from 'vitest';
import type { Problem } from '../../problems/problem.ts';
import { indexedList } from './indexed-lists.ts';

const at = { file: 'f' };

function read(entries: Record<string, string>, order = Object.entries(entries)): [unknown, Problem[]] {
  const problems: Problem[] = [];
  return [indexedList(new Map(order), 'm', (found) => problems.push(found), at), problems];
}

test('flattened lists are rebuilt in order of their index, whatever the order of the keys', () => {
  const entries = { 'm.10.t': 'third', 'm.0.t': 'first', 'm.2.calls.1.id': 'b', 'm.2.calls.0.id': 'a', other: 'x' };
  const expected = [{ t: 'first' }, { calls: [{ id: 'a' }, { id: 'b' }] }, { t: 'third' }];
  expect(read(entries)[0]).toEqual(expected);
  expect(read(entries, Object.entries(entries).reverse())[0]).toEqual(expected);
});

test('a key that is a value and a branch is read as the branch, in any order', () => {
  const entries = { 'm.0': 'text', 'm.0.role': 'user' };
  expect(read(entries)[0]).toEqual([{ role: 'user' }]);
  expect(read(entries, Object.entries(entries).reverse())[0]).toEqual([{ role: 'user' }]);
});

test('a hostile index is reported and costs nothing', () => {
  const [list, problems] = read({ 'm.4294967294.t': 'x', 'm.1.t': 'kept' });
  expect(list).toEqual([{ t: 'kept' }]);
  expect(problems.map((found) => found.code)).toEqual(['SOURCE_INDEX_LIMIT']);
});

test('a hostile key changes no prototype', () => {
  const [list] = read({ 'm.0.__proto__.polluted': 'yes', 'm.0.role': 'user' });
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect((list as { role: string }[])[0]?.role).toBe('user');
});

test('no such key is no list', () => {
  expect(read({ 'm.role': 'user' })[0]).toBeUndefined();
});
