import { customMetricsSchema } from './custom-metrics-json-schema.ts';
import { constraintsSchema, toolsSchema } from './declared-json-schema.ts';
import { STATISTICS } from './loaded-config.ts';
import { pricesSchema } from './prices-json-schema.ts';

const figure = { type: 'number' };
const limit = { type: 'number', minimum: 0 };
const glob = { type: 'string', description: 'a name, or a glob with * and ?' };
const scope = { enum: ['span', 'trace', 'session'] };

const target = {
  type: 'object',
  required: ['match'],
  additionalProperties: false,
  properties: {
    match: {
      type: 'object',
      additionalProperties: false,
      properties: {
        agent: glob,
        model: glob,
        depth: { type: 'integer', minimum: 0 },
        delegated: { type: 'boolean' },
        attributes: { type: 'object' },
      },
    },
    config: { type: 'object' },
    enabled: { type: 'boolean', default: true, description: 'false: those spans are not applicable' },
  },
};

const gate = {
  type: 'object',
  required: ['metric'],
  additionalProperties: false,
  properties: {
    metric: { type: 'string', description: 'the id of a metric' },
    scope: { ...scope, default: 'trace' },
    statistic: { enum: [...STATISTICS], default: 'mean' },
    at_least: figure,
    at_most: figure,
    between: { type: 'array', items: figure, minItems: 2, maxItems: 2 },
    where: {
      type: 'object',
      additionalProperties: false,
      properties: { agent: glob, task: glob, tag: glob, depth: { type: ['integer', 'string'] } },
    },
    min_coverage: { type: 'number', minimum: 0, maximum: 1, description: 'scored / (scored + unresolved + error)' },
    max_errors: { type: 'integer', minimum: 0, default: 0 },
    compare_to: {
      type: 'object',
      required: ['run'],
      anyOf: [{ required: ['max_drop'] }, { required: ['max_rise'] }, { required: ['max_change'] }],
      additionalProperties: false,
      properties: {
        run: { type: 'string', description: 'path of an earlier run.json' },
        max_drop: limit,
        max_rise: limit,
        max_change: limit,
      },
    },
    calibration: { enum: ['required', 'waived'], description: 'of judge metrics' },
  },
  anyOf: [
    { required: ['at_least'] },
    { required: ['at_most'] },
    { required: ['between'] },
    { required: ['compare_to'] },
  ],
  allOf: [
    { not: { required: ['at_least', 'at_most'] } },
    { not: { required: ['at_least', 'between'] } },
    { not: { required: ['at_most', 'between'] } },
  ],
};

const targeted = {
  type: 'object',
  additionalProperties: false,
  properties: { config: { type: 'object' }, targets: { type: 'array', items: target } },
};

/** JSON Schema of a configuration file. */
export const CONFIG_JSON_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Muster configuration',
  type: 'object',
  properties: {
    muster: {
      type: 'object',
      additionalProperties: false,
      properties: {
        metrics: {
          type: 'array',
          items: { type: 'string' },
          description: 'ids and globs; without it, every metric whose needs are met',
        },
        metric_configs: {
          type: 'object',
          description:
            'by metric: its values (version 1), or with schema_version 2 `config` and `targets`; later targets win key by key',
          properties: { schema_version: { enum: [1, 2], default: 1 } },
          if: { properties: { schema_version: { const: 2 } }, required: ['schema_version'] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { properties: { schema_version: true }, additionalProperties: targeted },
          else: { properties: { schema_version: true }, additionalProperties: { type: 'object' } },
        },
        gates: { type: 'array', items: gate },
        cases: { type: 'string', description: 'path of a file of cases, relative to this file' },
        redact: {
          type: 'array',
          items: { type: 'string' },
          description: 'literal texts, globs, or /regular expressions/ that reports hide',
        },
        judge: {
          type: 'object',
          description:
            'who is asked by prompt templates: model, base_url, provider, temperature, max_tokens, seed, concurrency, requests_per_minute, budget {calls, usd}, redact, allow_egress, cache, context_tokens',
        },
        constraints: constraintsSchema,
        tools: toolsSchema,
        prices: {
          description:
            'prices by model or the beginning of its name and *; or the path of such a file, relative to this file',
          anyOf: [{ type: 'string' }, pricesSchema],
        },
        python: {
          description: 'the Python of functions: a path, or interpreter, timeout_seconds, memory_mb and processes',
          anyOf: [{ type: 'string' }, { type: 'object' }],
        },
      },
    },
    metrics_to_run: {
      type: 'array',
      items: { type: 'string' },
      description:
        'of agents-cli: names under custom_metrics, and managed metrics. Of these only metrics of muster run in this version',
    },
    custom_metrics: customMetricsSchema,
  },
} as const;
