import type { ErrorObject, ValidateFunction } from 'ajv';
import { hashValue } from '../model/hash.ts';
import { isObject, type Json } from '../model/json.ts';
import { dialectOf, normalisedSchema, type SchemaFault, SchemaRefused } from './schema-dialect.ts';
import { ASSERTED, compileMetered, runMetered } from './schema-engine.ts';

export type { SchemaFault };

/** One way in which a value breaks a schema; `instancePath` is a JSON pointer, "" at the root. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Why nothing can be said; `message` is for people. */
export interface Faulty {
  readonly fault: SchemaFault;
  readonly message: string;
}

/** A schema that came from data, ready to judge values. */
export interface JsonSchema {
  /** The errors of a value in the order of ajv, at most 100; none: it is valid. */
  validate(value: Json): readonly SchemaError[] | Faulty;
}

const ERROR_LIMIT = 100;
const KEPT = 500;
const VALUE_DEPTH = 64;
const VALUE_NODES = 200_000;
const SCHEMA_TEXT = 500_000;
const NO_FORMATS: ReadonlySet<string> = new Set();

/** The last schemas by the hash of their text, the oldest use in front. */
const kept = new Map<string, JsonSchema | Faulty>();
const byObject = new WeakMap<object, Map<boolean, JsonSchema | Faulty>>();

/** True where a schema or a value could not be used. */
export function isFaulty(answer: JsonSchema | readonly SchemaError[] | Faulty): answer is Faulty {
  return 'fault' in answer;
}

/**
 * Compiles a JSON Schema that comes from data: a recording, a case, a configuration. Size, depth and work are capped,
 * patterns run in linear time, nothing is fetched. Never throws. `assertFormats: false` leaves every `format` unlooked at.
 */
export function compileJsonSchema(schema: Json, options: { assertFormats?: boolean } = {}): JsonSchema | Faulty {
  const assertFormats = options.assertFormats ?? true;
  const known = isObject(schema) ? byObject.get(schema)?.get(assertFormats) : undefined;
  if (known) return known;
  const made = compileText(schema, assertFormats);
  if (isObject(schema)) {
    const forms = byObject.get(schema) ?? new Map<boolean, JsonSchema | Faulty>();
    byObject.set(schema, forms.set(assertFormats, made));
  }
  return made;
}

/** Of equal texts one is compiled. The order of members counts: it is the order of errors. */
function compileText(schema: Json, assertFormats: boolean): JsonSchema | Faulty {
  if (isTooLarge(schema)) return { fault: 'schema_too_large', message: 'the schema is nested or holds too much' };
  const text = JSON.stringify(schema);
  if (text.length > SCHEMA_TEXT) return { fault: 'schema_too_large', message: 'the schema is too long' };
  const key = hashValue([assertFormats, text]);
  const made = kept.get(key) ?? compile(schema, assertFormats);
  kept.delete(key);
  kept.set(key, made);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
}

function compile(schema: Json, assertFormats: boolean): JsonSchema | Faulty {
  try {
    const dialect = dialectOf(schema);
    const normalised = normalisedSchema(schema, dialect, assertFormats ? ASSERTED : NO_FORMATS);
    refuseInherited(schema);
    const run = compileMetered(normalised, dialect);
    return { validate: (value) => judged(run, value) };
  } catch (error) {
    return faultOf(error);
  }
}

function judged(run: ValidateFunction, value: Json): readonly SchemaError[] | Faulty {
  if (isTooLarge(value)) return { fault: 'value_too_large', message: 'the value is nested or holds too much' };
  try {
    return runMetered(run, value) ? [] : (run.errors ?? []).slice(0, ERROR_LIMIT).map(plainError);
  } catch (error) {
    return faultOf(error);
  } finally {
    run.errors = null;
  }
}

function plainError({ keyword, instancePath, params }: ErrorObject): SchemaError {
  return { keyword, instancePath, params };
}

function faultOf(error: unknown): Faulty {
  if (error instanceof SchemaRefused) return { fault: error.fault, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  // Recursion without an end, in the schema or through it.
  if (error instanceof RangeError) return { fault: 'schema_too_costly', message };
  if (error instanceof Error && 'missingRef' in error)
    return { fault: 'schema_unresolvable', message: `a reference leads out of it: ${String(error.missingRef)}` };
  if (error instanceof Error && error.name.startsWith('RE2JS')) return { fault: 'schema_pattern_unsupported', message };
  if (error instanceof SyntaxError) return { fault: 'schema_pattern_unsupported', message };
  return { fault: 'schema_invalid', message };
}

/** ajv looks references up in plain objects: a name that every object has would be found. */
function refuseInherited(schema: Json): void {
  const stack: Json[] = [schema];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (/^\$(?:ref|dynamicRef|recursiveRef)$/.test(key) && typeof inner === 'string' && inner.replace(/^#/, '') in {})
        throw new SchemaRefused('schema_unresolvable', 'a reference leads nowhere');
      stack.push(inner as Json);
    }
  }
}

function isTooLarge(value: Json): boolean {
  let nodes = 0;
  const stack: { readonly at: Json; readonly depth: number }[] = [{ at: value, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.depth > VALUE_DEPTH || ++nodes > VALUE_NODES) return true;
    if (typeof next.at !== 'object' || next.at === null) continue;
    for (const inner of Object.values(next.at)) stack.push({ at: inner as Json, depth: next.depth + 1 });
  }
  return false;
}
