import type { JsonObject } from '../model/json.ts';
import type { Manifest } from './manifest.ts';

/** What a built-in rule metric says of itself; the rest of its manifest is the same for all of them. */
export type RuleMetric = Pick<Manifest, 'name' | 'display_name' | 'description' | 'direction' | 'metric_metadata'> &
  Partial<Pick<Manifest, 'version' | 'target_kind' | 'required_kinds' | 'required_columns' | 'partition_types'>> & {
    /** Parameters besides `metric_name`. */
    readonly parameters?: JsonObject;
  };

/** The manifest of a built-in rule metric. It emits its outcomes under the last part of its id. */
export function ruleManifest({ parameters, ...given }: RuleMetric): Manifest {
  const emitted = given.name.slice(given.name.indexOf('.') + 1);
  return {
    manifest_version: '1',
    kind: 'trace_metric',
    version: '1.0.0',
    metric_type: 'pointwise',
    scorer_contract: 'per_row',
    entrypoint: `builtin:${given.name}`,
    target_kind: 'AGENT',
    required_kinds: [],
    required_columns: [],
    accepts: [{ name: 'canonical_partition_v1' }],
    partition_types: ['trace'],
    dependencies: [],
    unsupported_trace_shapes: [],
    execution: {
      emits_metric_family: false,
      function_name: null,
      max_concurrency: 4,
      processing_kind: 'cpu',
      timeout_seconds: 300,
    },
    config_schema: {
      title: `${emitted.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Config`,
      type: 'object',
      additionalProperties: false,
      properties: {
        metric_name: { type: 'string', default: emitted, 'x-aip-param-role': 'scoring_metadata' },
        ...parameters,
      },
    },
    ...given,
  };
}
