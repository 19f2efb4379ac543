import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'process.steps',
  display_name: 'Steps',
  version: '1.0.0',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'neutral',
  entrypoint: 'builtin:process.steps',
  target_kind: 'AGENT',
  required_kinds: ['AGENT'],
  partition_types: ['span', 'trace', 'session'],
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
  description: 'Number of steps of the run; suite reports mean, median, p95 and the share censored at the cap.',
  config_schema: {
    title: 'StepsConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'mean_steps',
        'x-aip-param-role': 'scoring_metadata',
      },
      run_unit: {
        enum: ['trace', 'session'],
        description: "what one run is; without it the source's own default",
      },
      step_cap: {
        type: 'integer',
        minimum: 1,
        'x-aip-param-role': 'scoring_metadata',
      },
      step_unit: {
        enum: ['llm_call', 'tool_call', 'llm_or_tool', 'assistant_message', 'agent_turn'],
        default: 'llm_call',
      },
      scope: {
        enum: ['tree', 'root_loop'],
        default: 'tree',
      },
    },
  },
  metric_metadata: {
    summary: 'How many steps did the run take?',
    methodology: [
      'mean over all runs with known steps (terminated or not)',
      'step_cap changes no score; it only marks the runs that are censored at the cap.',
    ],
    score_semantics: 'TRACE is the step count, SESSION its mean. Neutral - neither more nor fewer is better by itself.',
    worked_example: 'steps 4,12,30,1 -> mean 11.75',
  },
};
