import { field, isObject, type Json, textField } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import type { At } from '../problems/problem.ts';

/** An entry of `custom_metrics` whose scorer is a function. */
export interface FunctionEntry {
  /** In lower case, as agents-cli writes it into its results. */
  readonly name: string;
  readonly code: { readonly source: string } | { readonly file: string };
  readonly execution: 'local' | 'remote';
  readonly at?: At;
  /** Place of the key that names the code. */
  readonly codeAt?: At;
}

/** File and line of a key of the entry. */
export type EntryPlace = (...path: readonly string[]) => At | undefined;

const KEYS = ['custom_function', 'custom_function_file', 'remote_custom_function'] as const;
/** A dotted path of a function: agents-cli would run it as source, and fail. */
const DOTTED = /^\s*[A-Za-z_]\w*(\.[A-Za-z_]\w*)+\s*$/;

/** True for an entry whose scorer is a function: it goes before a template. */
export function isFunctionEntry(entry: unknown): boolean {
  return KEYS.some((key) => field(entry, key) !== undefined && field(entry, key) !== null);
}

/** Reads an entry with a function, and runs nothing. Throws Failure CONFIG_BAD_VALUE or CODE_BAD_ENTRY. */
export function readFunctionEntry(entry: unknown, placeOf: EntryPlace = () => undefined): FunctionEntry {
  if (!isObject(entry)) throw badValue('custom_metrics', entry as Json, 'a mapping', placeOf());
  const name = textField(entry, 'name')?.trim().toLowerCase();
  if (!name) throw badValue('name', field(entry, 'name') ?? null, 'the name of the metric', placeOf('name'));
  const given = KEYS.filter((key) => field(entry, key) !== undefined && field(entry, key) !== null);
  const [key, second] = given;
  if (key === undefined) throw badValue(`${name}.custom_function`, null, 'the source of a function', placeOf());
  const codeAt = placeOf(key);
  if (second !== undefined)
    throw badEntry(name, `it has both ${key} and ${second}`, 'keep one of them', placeOf(second));
  const value = field(entry, key) ?? null;
  if (typeof value !== 'string' || value.trim() === '')
    throw badValue(`${name}.${key}`, value, 'a text that is not empty', codeAt);
  if (key !== 'custom_function_file' && DOTTED.test(value))
    throw badEntry(
      name,
      `${key} is ${JSON.stringify(value.trim())}, a dotted path, and has to be source`,
      'name its file as custom_function_file, with the function called evaluate',
      codeAt,
    );
  const at = placeOf();
  return {
    name,
    code: key === 'custom_function_file' ? { file: value } : { source: value },
    execution: executionOf(entry, name, key, placeOf),
    ...(at && { at }),
    ...(codeAt && { codeAt }),
  };
}

function executionOf(entry: Json, name: string, key: string, placeOf: EntryPlace): FunctionEntry['execution'] {
  const value = field(entry, 'execution') ?? (key === 'remote_custom_function' ? 'remote' : 'local');
  if (value === 'remote' || (value === 'local' && key !== 'remote_custom_function')) return value;
  const expected = key === 'remote_custom_function' ? 'remote, as the key says' : 'local or remote';
  throw badValue(`${name}.execution`, value, expected, placeOf('execution'));
}

function badValue(key: string, value: Json, expected: string, at: At | undefined): Failure {
  return new Failure('CONFIG_BAD_VALUE', { key, value: JSON.stringify(value), expected }, at);
}

function badEntry(metric: string, reason: string, todo: string, at: At | undefined): Failure {
  return new Failure('CODE_BAD_ENTRY', { metric, reason, todo }, at);
}
