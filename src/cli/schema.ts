import { field, isObject, type Json, type JsonObject } from '../model/json.ts';
import type { SCHEMA_NAMES } from './schema-command.ts';
import type { Terminal } from './terminal.ts';

/** Prints a JSON Schema. Each schema is loaded when it is asked for. */
export async function printSchema(name: (typeof SCHEMA_NAMES)[number], terminal: Terminal): Promise<number> {
  terminal.out(`${JSON.stringify(await schemaOf(name), null, 2)}\n`);
  return 0;
}

async function schemaOf(name: (typeof SCHEMA_NAMES)[number]): Promise<unknown> {
  if (name === 'config') return (await import('../config/config-json-schema.ts')).CONFIG_JSON_SCHEMA;
  if (name === 'canonical' || name === 'case') {
    const { canonicalSchemas } = await import('../model/wire/schemas.ts');
    if (name === 'case') return caseFileSchema(canonicalSchemas().case);
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'canonical_partition_v1',
      anyOf: Object.values(canonicalSchemas()),
    };
  }
  const { z } = await import('zod');
  if (name === 'manifest') return z.toJSONSchema((await import('../metrics/manifest-schema.ts')).manifestSchema);
  if (name === 'comparison') return z.toJSONSchema((await import('../results/comparison-schema.ts')).comparisonSchema);
  const { outcomeSchema, runSchema } = await import('../results/schemas.ts');
  return z.toJSONSchema(name === 'run' ? runSchema : outcomeSchema);
}

/** Members of a canonical case record that a file of cases does not have. */
const RECORD_ONLY = ['type', 'trace_id', 'at'];

/** A file of cases: a list, a mapping with `cases`, or (JSON lines) one case. */
function caseFileSchema(record: JsonObject): JsonObject {
  const { $schema, properties, ...rest } = record;
  const own = isObject(properties) ? Object.entries(properties).filter(([key]) => !RECORD_ONLY.includes(key)) : [];
  const required = field(record, 'required');
  const isOwn = (key: Json): boolean => typeof key === 'string' && !RECORD_ONLY.includes(key);
  const list = { type: 'array', items: { $ref: '#/$defs/case' } };
  return {
    $schema: $schema ?? 'https://json-schema.org/draft/2020-12/schema',
    title: 'Evaluation cases',
    anyOf: [
      list,
      { type: 'object', properties: { cases: list }, required: ['cases'] },
      { $ref: '#/$defs/case', description: 'a line of a file of JSON lines' },
    ],
    $defs: {
      case: {
        ...rest,
        properties: Object.fromEntries(own),
        required: Array.isArray(required) ? required.filter(isOwn) : [],
      },
    },
  };
}
