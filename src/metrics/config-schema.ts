import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { RE2JS } from 're2js';
import { canonicalJson } from '../model/canonical-json.ts';
import { field, isObject, type Json, type JsonObject } from '../model/json.ts';
import type { Code } from '../problems/codes.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { Facts } from '../problems/problem.ts';
import type { Config, ConfigFault, Metric } from './define-metric.ts';

/** Why a configuration is refused: a code with its facts, for the key. */
export interface ConfigRefusal {
  readonly key: string;
  readonly code: Code;
  readonly facts: Facts;
}

/** Patterns of a manifest are data: they run in linear time. */
const linearTime = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  { code: 'linearTime' },
);

const ajv = new Ajv({
  strict: false,
  strictNumbers: true,
  validateSchema: false,
  logger: false,
  useDefaults: true,
  code: { regExp: linearTime },
});
const compiled = new WeakMap<JsonObject, ValidateFunction>();

function validatorOf(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  // Without its name and dialect: two manifests may share an $id, and nothing is fetched.
  const { $id: _, $schema: __, ...anonymous } = schema;
  const made = ajv.compile(anonymous);
  compiled.set(schema, made);
  return made;
}

function properties(schema: JsonObject): JsonObject {
  const found = field(schema, 'properties');
  return isObject(found) ? found : {};
}

/** The values that hold when nothing is configured. */
export function defaultConfig(schema: JsonObject): Config {
  return Object.fromEntries(
    Object.entries(properties(schema)).flatMap(([key, property]) => {
      const value = field(property, 'default');
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** The configuration with the defaults of its nested members filled in. The given one stays as it is. */
export function withNestedDefaults(schema: JsonObject, config: Config): Config {
  const copy = structuredClone(config);
  validatorOf(schema)(copy);
  return copy;
}

/**
 * Checks a configuration against the manifest's schema and the metric's own rule. Unknown keys are refused even where
 * the schema allows them.
 */
export function refuseConfig(metric: Metric, config: Config): ConfigRefusal | undefined {
  const schema = metric.manifest.config_schema;
  const known = Object.keys(properties(schema));
  const unknown = Object.keys(config).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    return {
      key: unknown,
      code: 'CONFIG_UNKNOWN_KEY',
      facts: { key: unknown, near: didYouMean(unknown, known), known: known.join(', ') },
    };
  }
  const validate = validatorOf(schema);
  if (!validate(structuredClone(config))) {
    const error = validate.errors?.[0];
    const key = error?.instancePath.split('/')[1] ?? '';
    return badValue(key, config[key], expectation(error));
  }
  const fault = nameFault(config) ?? metric.checkConfig?.(config);
  return fault && badValue(fault.key, config[fault.key], fault.expected);
}

/** `metric_name` names the metric in every report, so it has to be a name. */
function nameFault({ metric_name: name }: Config): ConfigFault | undefined {
  if (typeof name !== 'string' || (name.trim() !== '' && !/\p{C}/u.test(name))) return undefined;
  return { key: 'metric_name', expected: 'a name without control characters' };
}

function badValue(key: string, value: Json | undefined, expected: string): ConfigRefusal {
  const shown = typeof value === 'number' ? String(value) : canonicalJson(value ?? null);
  return { key, code: 'CONFIG_BAD_VALUE', facts: { key, value: shown, expected } };
}

function expectation(error: ErrorObject | undefined): string {
  if (!error) return 'valid';
  if (error.keyword === 'type') return `of type ${String(error.params.type)}`;
  if (error.keyword === 'enum') return `one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
  return (error.message ?? 'valid').replace(/^must be /, '');
}

/** The configuration without the keys that change no score: what its hash is made of. */
export function scoringConfig(schema: JsonObject, config: Config): Config {
  const known = properties(schema);
  return Object.fromEntries(
    Object.entries(config).filter(([key]) => field(known[key], 'x-aip-param-role') !== 'scoring_metadata'),
  );
}
