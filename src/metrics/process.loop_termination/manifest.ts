import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'process.loop_termination',
  display_name: 'Loop Termination',
  version: '1.0.0',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'higher_is_better',
  entrypoint: 'builtin:process.loop_termination',
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
  description: 'The run reached a stop state within the declared step cap.',
  config_schema: {
    title: 'LoopTerminationConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'loop_termination',
        'x-aip-param-role': 'scoring_metadata',
      },
      run_unit: {
        enum: ['trace', 'session'],
        description: "what one run is; without it the source's own default",
      },
      step_cap: {
        type: 'integer',
        minimum: 1,
      },
      step_unit: {
        enum: ['llm_call', 'tool_call', 'llm_or_tool', 'assistant_message', 'agent_turn'],
        default: 'llm_call',
      },
      scope: {
        enum: ['tree', 'root_loop'],
        default: 'tree',
      },
      extra_stop_states: {
        type: 'array',
        items: {
          type: 'string',
        },
      },
    },
  },
  metric_metadata: {
    summary: 'Did the run reach a stop state within its step cap?',
    methodology: [
      'score 1 iff a stop state was reached and steps <= step_cap; cap undeclared -> null.',
      'length/max_tokens, pending tool use, error, cancelled, timeout, content filter and framework step limits are not stop states.',
    ],
    score_semantics:
      'TRACE is 1.0 or 0.0, null when no cap is declared or nothing shows how the run ended. SESSION is the termination rate. Higher is better.',
    worked_example: 'step_cap 10: 10 steps + end_turn -> 1.0; 10 steps without stop -> 0.0 (step_cap_reached).',
  },
};
