import { field, isObject, type Json, type JsonObject } from '../model/json.ts';

/** Why a JSON Schema that came from data cannot be used, or a value not be judged by it. */
export type SchemaFault =
  | 'schema_invalid'
  | 'schema_too_large'
  | 'schema_too_costly'
  | 'schema_unresolvable'
  | 'schema_dialect_unknown'
  | 'schema_pattern_unsupported'
  | 'value_too_large';

export type Dialect = '2020-12' | '2019-09' | 'draft-07';

/** What a schema stops with while it is read. */
export class SchemaRefused extends Error {
  readonly fault: SchemaFault;
  constructor(fault: SchemaFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Keyword that says how much work one use of a schema is. No schema of a recording can set it. */
export const COST = 'x-muster-cost';
const DEPTH_LIMIT = 64;
const NODE_LIMIT = 20_000;

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
const LISTS: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const ONE: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'contains',
  'additionalProperties',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const COUNTS: ReadonlySet<string> = new Set([
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
  'maxContains',
  'minContains',
  'minimum',
  'maximum',
]);
/** Keywords that hold data or plain words. */
const PLAIN: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'required',
  'dependentRequired',
  'default',
  'examples',
  'example',
]);
/** Keywords that would change how a schema runs, or that another dialect means otherwise. */
const DROPPED: ReadonlySet<string> = new Set([COST, '$schema', '$async', '$comment', '$vocabulary', 'id', 'nullable']);

/** The dialect that `$schema` names; 2020-12 where it names none. Throws SchemaRefused. */
export function dialectOf(schema: Json): Dialect {
  const named = field(schema, '$schema');
  if (named === undefined || named === null) return '2020-12';
  const text = typeof named === 'string' ? named : '';
  if (/json-schema\.org\/draft\/2020-12\/schema/.test(text)) return '2020-12';
  if (/json-schema\.org\/draft\/2019-09\/schema/.test(text)) return '2019-09';
  // 04 and 06 differ from 07 in what is brought into line below.
  if (/json-schema\.org\/(draft-0[467]\/)?schema/.test(text)) return 'draft-07';
  throw new SchemaRefused('schema_dialect_unknown', `$schema names no dialect that is read`);
}

/**
 * The schema in one dialect: upper-case types and `nullable` of Gemini and OpenAPI, counts written as text, exclusive
 * bounds that are booleans, lists of `items`; each schema in it says what it costs. Throws SchemaRefused.
 */
export function normalisedSchema(schema: Json, dialect: Dialect, formats: ReadonlySet<string>): boolean | JsonObject {
  let nodes = 0;
  const count = (value: Json, depth: number): number => {
    if (depth > DEPTH_LIMIT || ++nodes > NODE_LIMIT)
      throw new SchemaRefused('schema_too_large', `a schema is nested or holds more than can be read`);
    if (typeof value !== 'object' || value === null) return 1;
    return Object.values(value).reduce((sum: number, inner) => sum + count(inner as Json, depth + 1), 1);
  };
  const read = (value: Json, depth: number): boolean | JsonObject => {
    if (typeof value === 'boolean') return value;
    if (!isObject(value)) throw new SchemaRefused('schema_invalid', 'a schema is neither an object nor true or false');
    if (depth > DEPTH_LIMIT || ++nodes > NODE_LIMIT) count(value, DEPTH_LIMIT + 1);
    let cost = 1;
    const members = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
      if (DROPPED.has(key) || (key === 'format' && !formats.has(String(inner)))) return [];
      if (MAPS.has(key) && isObject(inner)) cost += key.startsWith('p') ? Object.keys(inner).length : 0;
      else if (PLAIN.has(key) || typeof inner !== 'object') cost += count(inner, depth + 1);
      return [[key, member(key, inner, depth)]];
    });
    return { ...inLine(Object.fromEntries(members), value, dialect), [COST]: cost };
  };
  const map = (inner: JsonObject, depth: number): JsonObject =>
    Object.fromEntries(
      Object.entries(inner).map(([name, each]) => [name, Array.isArray(each) ? each : read(each, depth + 2)]),
    );
  const member = (key: string, inner: Json, depth: number): Json => {
    if (PLAIN.has(key)) return inner;
    if (MAPS.has(key) && isObject(inner)) return map(inner, depth);
    if (Array.isArray(inner) && (LISTS.has(key) || key === 'items')) return inner.map((each) => read(each, depth + 2));
    if (ONE.has(key)) return read(inner, depth + 1);
    if (COUNTS.has(key) && typeof inner === 'string' && /^-?\d{1,15}$/.test(inner)) return Number(inner);
    // What a reference may lead into.
    if (isObject(inner)) return read(inner, depth + 1);
    return inner;
  };
  return read(schema, 0);
}

/** One schema object without what only its own dialect knows. */
function inLine(made: JsonObject, given: JsonObject, dialect: Dialect): JsonObject {
  let result = withTypes(made);
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const flag = field(result, exclusive);
    if (typeof flag !== 'boolean') continue;
    const { [exclusive]: _, [bound]: limit, ...rest } = result;
    result = limit === undefined ? rest : { ...rest, [flag ? exclusive : bound]: limit };
  }
  if (dialect === '2020-12' && Array.isArray(result.items)) {
    const { items, additionalItems, ...rest } = result;
    result = { ...rest, prefixItems: items as Json, ...(additionalItems !== undefined && { items: additionalItems }) };
  }
  return field(given, 'nullable') === true ? withNull(result) : result;
}

function withTypes(made: JsonObject): JsonObject {
  const { type_: other, ...rest } = made;
  const type = field(rest, 'type') ?? (typeof other === 'string' ? other : undefined);
  if (type === undefined) return made;
  const lower = (each: Json): Json => {
    const word = typeof each === 'string' ? each.toLowerCase() : '';
    return TYPES.has(word) ? word : each;
  };
  const { type: _, ...others } = rest;
  if (type === 'TYPE_UNSPECIFIED') return others;
  return { ...others, type: Array.isArray(type) ? type.map(lower) : lower(type) };
}

function withNull(made: JsonObject): JsonObject {
  const { type, enum: values, anyOf, oneOf } = made;
  const isNull = { type: 'null', [COST]: 1 };
  return {
    ...made,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(type) && { type: [...new Set([...type, 'null'])] }),
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
    ...(Array.isArray(anyOf) && { anyOf: [...anyOf, isNull] }),
    ...(Array.isArray(oneOf) && { oneOf: [...oneOf, isNull] }),
  };
}
