import { field, isObject, type Json } from '../../model/json.ts';
import { Failure } from '../../problems/failure.ts';
import { didYouMean } from '../../problems/near-names.ts';
import type { Shape } from './case-shape.ts';
import type { Entry } from './positioned-entries.ts';

type Path = readonly (string | number)[];

/** Throws a Failure with the place of the first key that is unknown, missing or holds something else. */
export function checkShape(entry: Entry, value: Json | undefined, shape: Shape, path: Path = []): void {
  if (typeof shape === 'string') {
    if (!holds(value, shape)) throw badValue(entry, path, value, shape);
    return;
  }
  if ('list' in shape) {
    if (!Array.isArray(value)) throw badValue(entry, path, value, 'a list');
    for (const [index, item] of value.entries()) checkShape(entry, item as Json, shape.list, [...path, index]);
    return;
  }
  if (!isObject(value)) throw badValue(entry, path, value, 'a mapping');
  const known = Object.keys(shape.members);
  for (const [key, member] of Object.entries(value)) {
    const inner = Object.hasOwn(shape.members, key) ? shape.members[key] : undefined;
    if (inner === undefined) {
      const facts = { key: [...path, key].join('.'), near: didYouMean(key, known), known: known.join(', ') };
      throw new Failure('CONFIG_UNKNOWN_KEY', facts, entry.place([...path, key]));
    }
    // A null says that nothing is known.
    if (member !== null) checkShape(entry, member, inner, [...path, key]);
  }
  const missing = shape.required?.find((key) => (field(value, key) ?? '') === '');
  if (missing === undefined) return;
  const place = path.length === 0 ? 'a case' : [...path].join('.');
  throw new Failure('CASES_BAD_FILE', { reason: `${place} has no ${missing}` }, entry.place(path));
}

function holds(value: Json | undefined, shape: Extract<Shape, string>): boolean {
  switch (shape) {
    case 'free':
      return true;
    // A longer number has lost digits when it was read.
    case 'text':
      return typeof value === 'string' || Number.isSafeInteger(value);
    case 'text or number':
      return typeof value === 'string' || typeof value === 'number';
    case 'true or false':
      return typeof value === 'boolean';
    case 'a whole number of 1 or more':
      return Number.isSafeInteger(value) && Number(value) >= 1;
    case 'a mapping':
      return isObject(value);
    case 'a list':
      return Array.isArray(value);
  }
}

function badValue(entry: Entry, path: Path, value: Json | undefined, expected: string): Failure {
  const shown = JSON.stringify(value ?? null).slice(0, 80);
  const reason =
    path.length === 0
      ? `a case is ${shown}, and must be ${expected}`
      : `'${path.join('.')}' is ${shown}, and must be ${expected}`;
  return new Failure('CASES_BAD_FILE', { reason }, entry.place(path));
}
