import type { SCHEMA_NAMES } from './schema-command.ts';
import type { Terminal } from './terminal.ts';

/** Prints a JSON Schema. Each schema is loaded when it is asked for. */
export async function printSchema(name: (typeof SCHEMA_NAMES)[number], terminal: Terminal): Promise<number> {
  terminal.out(`${JSON.stringify(await schemaOf(name), null, 2)}\n`);
  return 0;
}

async function schemaOf(name: (typeof SCHEMA_NAMES)[number]): Promise<unknown> {
  if (name === 'config') return (await import('../config/config-json-schema.ts')).CONFIG_JSON_SCHEMA;
  if (name === 'canonical') {
    const { canonicalSchemas } = await import('../model/wire/schemas.ts');
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'canonical_partition_v1',
      anyOf: Object.values(canonicalSchemas()),
    };
  }
  const { z } = await import('zod');
  if (name === 'manifest') return z.toJSONSchema((await import('../metrics/manifest-schema.ts')).manifestSchema);
  const { outcomeSchema, runSchema } = await import('../results/schemas.ts');
  return z.toJSONSchema(name === 'run' ? runSchema : outcomeSchema);
}
