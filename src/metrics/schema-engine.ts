import { Ajv, type Format, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { canonicalJson } from '../model/canonical-json.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { linearRegExp } from './linear-pattern.ts';
import { COST, type Dialect, SchemaRefused } from './schema-dialect.ts';

/** Formats that are asserted. */
export const ASSERTED: ReadonlySet<string> = new Set([
  'date',
  'date-time',
  'time',
  'email',
  'uri',
  'uuid',
  'ipv4',
  'ipv6',
]);
/** Longer texts are no date, address or id; whether they are a URI is not looked at. */
const FORMAT_LENGTH = 2000;
/** Steps that one value may take: each use of a schema, each member it looks at. */
const STEP_LIMIT = 200_000;
/** An instance of ajv keeps what it compiled: after so many schemas it is replaced. */
const COMPILED_LIMIT = 100;

const CLASSES = { '2020-12': Ajv2020, '2019-09': Ajv2019, 'draft-07': Ajv };

/** Steps that are left for the value at hand. */
const meter = { left: 0 };

function spend(steps: number): void {
  meter.left -= steps;
  if (meter.left < 0) throw new SchemaRefused('schema_too_costly', 'a value takes more steps than it may');
}

/** Runs a validator over one value, within the steps that one value may take. */
export function runMetered(validate: ValidateFunction, value: Json): boolean {
  meter.left = STEP_LIMIT;
  return validate(value);
}

interface Engine {
  readonly ajv: Ajv;
  compiled: number;
}
const engines = new Map<Dialect, Engine>();
const metaSchemas = new Map<Dialect, Ajv>();

/** Compiles a normalised schema. Throws what ajv throws, and SchemaRefused for one that its dialect refuses. */
export function compileMetered(schema: boolean | JsonObject, dialect: Dialect): ValidateFunction {
  const meta = metaSchemas.get(dialect) ?? new CLASSES[dialect]({ strict: false, validateFormats: false });
  metaSchemas.set(dialect, meta);
  if (typeof schema === 'object' && !meta.validateSchema(schema))
    throw new SchemaRefused('schema_invalid', meta.errorsText(meta.errors));
  let engine = engines.get(dialect);
  if (!engine || engine.compiled >= COMPILED_LIMIT) {
    engine = { ajv: makeAjv(dialect), compiled: 0 };
    engines.set(dialect, engine);
  }
  engine.compiled += 1;
  // Without a name of its own a schema that refers to its root would not find it.
  return engine.ajv.compile(typeof schema === 'boolean' ? schema : { $id: 'data:schema', ...schema });
}

function makeAjv(dialect: Dialect): Ajv {
  const ajv = new CLASSES[dialect]({
    strict: false,
    allErrors: true,
    coerceTypes: false,
    useDefaults: false,
    $data: false,
    validateSchema: false,
    addUsedSchema: false,
    // Code of a schema stands once, however many refer to it.
    inlineRefs: false,
    // `toString` is no property of an empty object.
    ownProperties: true,
    logger: false,
    formats: Object.fromEntries([...ASSERTED].map((name) => [name, bounded(name)])),
    code: { regExp: linearRegExp },
  });
  ajv.addKeyword({ keyword: COST, schemaType: 'number', errors: false, validate: step });
  // The original compares each item with each other.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    before: dialect === '2020-12' ? 'prefixItems' : 'additionalItems',
    validate: (isOn: boolean, items: readonly Json[]) => !isOn || areDistinct(items),
  });
  return ajv;
}

function step(cost: number, value: unknown): boolean {
  spend(cost + sizeOf(value));
  return true;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length / 64;
  if (typeof value !== 'object' || value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function areDistinct(items: readonly Json[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonicalJson(item);
    spend(text.length / 64);
    seen.add(text);
  }
  return seen.size === items.length;
}

function bounded(name: string): Format {
  const format = (fullFormats as Readonly<Record<string, Format>>)[name];
  const holds = (text: string): boolean => {
    if (text.length > FORMAT_LENGTH) return name === 'uri';
    if (format instanceof RegExp) return format.test(text);
    const check = typeof format === 'object' && 'validate' in format ? format.validate : format;
    if (check instanceof RegExp) return check.test(text);
    return typeof check === 'function' ? Boolean((check as (value: string) => boolean)(text)) : true;
  };
  return { type: 'string', validate: holds };
}
