import { field, isObject, type Json } from '../../model/json.ts';
import { parseText } from './json-text.ts';

const DEPTH = 64;

/** The plain value of an OTLP AnyValue, in the camelCase or snake_case spelling. A plain value is returned as it is. */
export function fromAnyValue(value: Json, depth = 0): Json {
  if (!isObject(value)) return value;
  if (depth > DEPTH) return null;
  const pick = (camel: string, snake: string): Json | undefined => field(value, camel) ?? field(value, snake);
  const text = pick('stringValue', 'string_value');
  if (text !== undefined) return text;
  const flag = pick('boolValue', 'bool_value');
  if (flag !== undefined) return flag;
  const integer = pick('intValue', 'int_value');
  if (integer !== undefined) return toSafeInteger(integer);
  const double = pick('doubleValue', 'double_value');
  if (double !== undefined) return double;
  const list = pick('arrayValue', 'array_value');
  if (list !== undefined) return listOf(list, 'values').map((item) => fromAnyValue(item, depth + 1));
  const pairs = pick('kvlistValue', 'kvlist_value');
  if (pairs !== undefined) return Object.fromEntries(entriesOf(listOf(pairs, 'values'), depth + 1));
  const bytes = pick('bytesValue', 'bytes_value');
  return bytes ?? (Object.keys(value).length === 0 ? null : value);
}

function listOf(value: Json, key: string): readonly Json[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

/** An integer beyond 2^53 stays text. */
function toSafeInteger(value: Json): Json {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function entriesOf(pairs: readonly Json[], depth: number): [string, Json][] {
  return pairs.flatMap((pair): [string, Json][] => {
    const key = field(pair, 'key');
    if (typeof key !== 'string') return [];
    return [[key, fromAnyValue(field(pair, 'value') ?? null, depth)]];
  });
}

/**
 * Attributes from a list of `{key, value}` (OTLP, Jaeger), from an object, or from the JSON text of either.
 * Undefined when the value is none of these.
 */
export function toAttributes(value: Json | undefined): Map<string, Json> | undefined {
  if (value === undefined || value === null) return new Map();
  if (typeof value === 'string') {
    const parsed = parseText(value);
    return parsed === undefined || typeof parsed === 'string' ? undefined : toAttributes(parsed);
  }
  if (Array.isArray(value)) return new Map(entriesOf(value, 0));
  if (!isObject(value)) return undefined;
  return flattened(Object.entries(value));
}

/** Roots that some exporters nest (`{llm: {token_count: {…}}}`), where the conventions write dotted keys. */
const NESTED_ROOTS: ReadonlySet<string> = new Set([
  'gen_ai',
  'llm',
  'openinference',
  'graph',
  'traceloop',
  'session',
  'input',
  'output',
  'ai',
  'embedding',
]);

function flattened(entries: readonly [string, Json][]): Map<string, Json> {
  const flat = new Map<string, Json>();
  for (const [key, value] of entries) {
    if (NESTED_ROOTS.has(key) && isObject(value)) flatten(key, value, flat, 0);
    else flat.set(key, fromAnyValue(value));
  }
  return flat;
}

function flatten(prefix: string, value: Json, into: Map<string, Json>, depth: number): void {
  const isBranch = (isObject(value) || (Array.isArray(value) && value.some(isObject))) && !isWhole(prefix);
  if (!isBranch || depth > DEPTH) {
    into.set(prefix, value);
    return;
  }
  for (const [key, member] of Object.entries(value)) flatten(`${prefix}.${key}`, member, into, depth + 1);
}

const WHOLE = [
  '.value',
  '.arguments',
  '.result',
  '.parameters',
  '.json_schema',
  '.messages',
  '.definitions',
  '.metadata',
];

/** Keys whose object or list is one value, not a branch of keys. */
function isWhole(key: string): boolean {
  return WHOLE.some((end) => key.endsWith(end));
}
