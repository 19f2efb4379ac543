import { field, isObject, type Json } from '../../model/json.ts';
import { type At, problem } from '../../problems/problem.ts';
import type { Report } from './raw-span.ts';

/** The first of several spellings of a field that is present. */
export function anyOf(record: Json | undefined, ...keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = field(record, key);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Reports a field that could not be read. */
export function badValue(what: string, value: unknown, expected: string, at: At, report: Report): void {
  const shown = typeof value === 'string' ? `'${value}'` : value === undefined ? 'nothing' : kindOf(value);
  report(problem('SOURCE_BAD_VALUE', { what, value: shown, expected }, at));
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** The objects of the lists of a record, each with its place; a list that is none, or an odd entry, is reported. */
export function* parts<Key extends string>(
  record: Json,
  keys: readonly Key[],
  at: At,
  report: Report,
): Generator<{ key: Key; value: Json; at: At }> {
  for (const key of keys) {
    const list = anyOf(record, key);
    if (list === undefined) continue;
    const place = below(at, key);
    if (!Array.isArray(list)) {
      report(problem('SOURCE_BAD_RECORD', { reason: `'${key}' is not a list` }, place));
      continue;
    }
    for (const [index, value] of list.entries()) {
      if (isObject(value)) yield { key, value, at: below(place, index) };
      else
        report(problem('SOURCE_BAD_RECORD', { reason: `an entry of '${key}' is not an object` }, below(place, index)));
    }
  }
}

/** The place of a member: one step further down the JSON pointer. */
export function below(at: At, step: string | number): At {
  const token = String(step).replaceAll('~', '~0').replaceAll('/', '~1');
  return { ...at, pointer: `${at.pointer ?? ''}/${token}` };
}
