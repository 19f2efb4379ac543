import type { CheckKind } from '../model/constraint.ts';
import { field, isObject, type Json, type JsonObject } from '../model/json.ts';
import { didYouMean } from '../problems/near-names.ts';
import { parseJsonPath } from './json-path.ts';
import { compileJsonSchema, isFaulty } from './json-schema.ts';
import { linearPattern } from './linear-pattern.ts';

/** What is wrong with a value, and where below it. */
export interface ShapeFault {
  readonly path: readonly (string | number)[];
  readonly value: Json | undefined;
  readonly expected: string;
}

/** What a value must be, or undefined where it is that. */
type Rule = (value: Json) => string | undefined;

const text: Rule = (value) => (typeof value === 'string' && value !== '' ? undefined : 'a text');
const flag: Rule = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const figure: Rule = (value) => (typeof value === 'number' && Number.isFinite(value) ? undefined : 'a number');
const amount: Rule = (value) =>
  figure(value) === undefined && (value as number) >= 0 ? undefined : 'a number of 0 or more';
const count: Rule = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'a whole number of 0 or more';
const least: Rule = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? undefined : 'a whole number of 1 or more';
const any: Rule = () => undefined;
const side: Rule = (value) => (value === 'output' || value === 'state' ? undefined : 'output or state');
const path: Rule = (value) =>
  typeof value === 'string' && parseJsonPath(value) ? undefined : "a path such as $.items[0].price or $['total cost']";
const pattern: Rule = (value) => {
  if (typeof value !== 'string' || value === '') return 'a regular expression';
  try {
    linearPattern(value);
    return undefined;
  } catch (error) {
    return `a regular expression that runs in linear time (${error instanceof Error ? error.message : ''})`;
  }
};
const schema: Rule = (value) => {
  const compiled = compileJsonSchema(value);
  return isFaulty(compiled) ? `a JSON Schema that can be used: ${compiled.message}` : undefined;
};

interface Keys {
  readonly required?: Readonly<Record<string, Rule>>;
  readonly optional?: Readonly<Record<string, Rule>>;
  /** Keys of which one has to be given. */
  readonly oneOf?: readonly string[];
  /** Keys are for another floor to read. */
  readonly open?: true;
}

const BOUNDS = ['min', 'max', 'exclusive_min', 'exclusive_max', 'equals', 'exists'];

const KEYS: Readonly<Record<CheckKind, Keys>> = {
  expr: {
    required: { path },
    optional: {
      ...{
        on: side,
        min: figure,
        max: figure,
        exclusive_min: figure,
        exclusive_max: figure,
        equals: any,
        exists: flag,
      },
    },
    oneOf: BOUNDS,
  },
  regex: { required: { pattern } },
  contains: { required: { value: text }, optional: { ignore_case: flag } },
  not_contains: { required: { value: text }, optional: { ignore_case: flag } },
  json_schema: { required: { schema } },
  required_tool: { required: { name: text }, optional: { min_calls: least, successful: flag } },
  forbidden_tool: { required: { name: text } },
  max_tool_calls: { required: { value: count }, optional: { name: text } },
  max_cost: { required: { value: amount } },
  max_duration: { required: { value: amount } },
  python: { open: true },
  judge: { open: true },
  recorded: { optional: { name: text } },
};

const KINDS = Object.keys(KEYS);

/** The first thing that is wrong with a check. */
export function checkFault(check: Json | undefined): ShapeFault | undefined {
  if (!isObject(check)) return { path: [], value: check, expected: 'a mapping with a kind' };
  const { kind } = check;
  if (typeof kind !== 'string' || !Object.hasOwn(KEYS, kind)) {
    const near = typeof kind === 'string' ? didYouMean(kind, KINDS) : '';
    return { path: ['kind'], value: kind, expected: `one of ${KINDS.join(', ')}.${near}`.replace(/\.$/, '') };
  }
  const { required = {}, optional = {}, oneOf, open } = KEYS[kind as CheckKind];
  if (open) return undefined;
  return keyFault(check, kind, { ...required, ...optional }) ?? missingFault(check, kind, Object.keys(required), oneOf);
}

function keyFault(check: JsonObject, kind: string, rules: Readonly<Record<string, Rule>>): ShapeFault | undefined {
  for (const [key, value] of Object.entries(check)) {
    if (key === 'kind') continue;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    const known = Object.keys(rules).join(', ') || 'none';
    const expected = rule ? rule(value) : `no key of ${kind}, whose keys are: ${known}`;
    if (expected !== undefined) return { path: [key], value, expected };
  }
  return undefined;
}

function missingFault(
  check: JsonObject,
  kind: string,
  required: readonly string[],
  oneOf: readonly string[] | undefined,
): ShapeFault | undefined {
  const missing = required.find((key) => field(check, key) === undefined);
  if (missing !== undefined) return { path: [], value: check, expected: `${kind} with ${missing}` };
  if (oneOf && !oneOf.some((key) => field(check, key) !== undefined))
    return { path: [], value: check, expected: `${kind} with one of ${oneOf.join(', ')}` };
  return undefined;
}
