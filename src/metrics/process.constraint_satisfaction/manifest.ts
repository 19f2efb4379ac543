import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'process.constraint_satisfaction',
  display_name: 'Constraint Satisfaction',
  version: '1.0.0',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'higher_is_better',
  entrypoint: 'builtin:process.constraint_satisfaction',
  target_kind: 'AGENT',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  required_columns: [],
  accepts: [
    {
      name: 'canonical_partition_v1',
    },
  ],
  dependencies: [],
  unsupported_trace_shapes: [],
  execution: {
    processing_kind: 'cpu',
    max_concurrency: 4,
    timeout_seconds: 300,
    emits_metric_family: false,
    function_name: null,
  },
  description: 'True only when every constraint declared before the run passed.',
  config_schema: {
    title: 'ConstraintSatisfactionConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'constraint_satisfaction',
        'x-aip-param-role': 'scoring_metadata',
      },
      run_unit: {
        enum: ['trace', 'session'],
        description: "what one run is; without it the source's own default",
      },
      constraints: {
        type: 'array',
        items: {
          $ref: '#/$defs/constraint',
        },
        description: 'default list; a list on the eval case replaces it',
      },
      strict_declaration_time: {
        type: 'boolean',
        default: false,
      },
    },
    $defs: {
      constraint: {
        type: 'object',
        required: ['id', 'check'],
        properties: {
          id: {
            type: 'string',
            minLength: 1,
          },
          description: {
            type: 'string',
          },
          protected: {
            type: 'boolean',
            default: false,
          },
          declared_at: {
            type: 'string',
            format: 'date-time',
          },
          check: {
            type: 'object',
            required: ['kind'],
            properties: {
              kind: {
                enum: [
                  'expr',
                  'regex',
                  'contains',
                  'not_contains',
                  'json_schema',
                  'required_tool',
                  'forbidden_tool',
                  'max_tool_calls',
                  'max_cost',
                  'max_duration',
                  'python',
                  'judge',
                  'recorded',
                ],
              },
            },
          },
        },
      },
    },
  },
  metric_metadata: {
    summary: 'Did every constraint that was declared before the run pass?',
    methodology: [
      'Each declared constraint is true, false or unknown; the run is the Kleene AND.',
      'No declared constraint gives null (not applicable), never 1.',
      'SESSION is satisfied runs / (satisfied + violated) runs.',
    ],
    score_semantics:
      'TRACE is 1.0 when every declared constraint passed, 0.0 when one failed, null when none is declared or when one is unknown and none failed. SESSION is a share of runs. Higher is better.',
    worked_example:
      'Trip plan with 3 constraints, total 5240 against a limit of 5000 -> items [1,0,1] -> 0.0; item_rate 0.667.',
  },
};
