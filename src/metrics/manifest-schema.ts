import { z } from 'zod';
import { SPAN_KINDS } from '../model/span.ts';
import { TRACE_SHAPES } from './applicability.ts';
import { COLUMN_NAMES } from './columns.ts';

const kind = z.enum(SPAN_KINDS);
const semver = z.string().regex(/^\d+\.\d+\.\d+$/, 'a semantic version such as 1.0.0');

/** The schema of a manifest, in its wire form. The source of truth for `muster schema manifest`. */
export const manifestSchema = z.strictObject({
  manifest_version: z.literal('1'),
  kind: z.enum(['trace_metric', 'judge_metric', 'code_metric']),
  name: z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/, 'an id such as area.noun'),
  version: semver,
  display_name: z.string().min(1),
  description: z.string().min(1),
  metric_type: z.enum(['pointwise', 'pairwise']),
  scorer_contract: z.literal('per_row'),
  direction: z.enum(['higher_is_better', 'lower_is_better', 'neutral']),
  entrypoint: z.string().min(1),
  target_kind: kind,
  required_kinds: z.array(kind),
  required_columns: z.array(z.enum(COLUMN_NAMES as [string, ...string[]])),
  accepts: z.array(z.strictObject({ name: z.literal('canonical_partition_v1') })).min(1),
  partition_types: z.array(z.enum(['span', 'trace', 'session'])).min(1),
  dependencies: z.array(z.string()),
  unsupported_trace_shapes: z.array(z.enum(TRACE_SHAPES as [string, ...string[]])),
  execution: z.strictObject({
    processing_kind: z.enum(['cpu', 'llm', 'process']),
    max_concurrency: z.int().min(1),
    timeout_seconds: z.number().positive(),
    emits_metric_family: z.boolean(),
    function_name: z.string().nullable(),
  }),
  config_schema: z.record(z.string(), z.json()),
  metric_metadata: z.strictObject({
    summary: z.string().min(1),
    methodology: z.array(z.string()),
    score_semantics: z.string(),
    worked_example: z.string(),
    when_it_misleads: z.array(z.string()).optional(),
    maps_to: z.array(z.strictObject({ taxonomy: z.string(), taxonomy_version: z.string(), id: z.string() })).optional(),
  }),
});

/** The keys that the schema knows at a path from the top; empty where any key is allowed. */
export function knownKeysAt(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = manifestSchema;
  for (const key of path) {
    if (schema instanceof z.ZodOptional) schema = schema.unwrap();
    if (schema instanceof z.ZodArray) schema = schema.element;
    else if (schema instanceof z.ZodObject) schema = schema.shape[String(key)];
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}
