import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'process.human_escalation',
  display_name: 'Human Escalation',
  version: '1.0.0',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'neutral',
  entrypoint: 'builtin:process.human_escalation',
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
  description: 'A human took the task over.',
  config_schema: {
    title: 'HumanEscalationConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'human_escalation',
        'x-aip-param-role': 'scoring_metadata',
      },
      run_unit: {
        enum: ['trace', 'session'],
        description: "what one run is; without it the source's own default",
      },
      escalation_tools: {
        type: 'array',
        items: {
          type: 'string',
        },
        default: [
          'transfer_to_human_agents',
          'transfer_to_human',
          'escalate_to_human',
          'handoff_to_human',
          'request_human',
        ],
      },
    },
  },
  metric_metadata: {
    summary: 'Did a human take the task over?',
    methodology: [
      '1 iff a successful escalation call/handoff to a human, or a human reclaimed the task; approvals and questions are not takeovers.',
      'nothing in the source could show an escalation -> null.',
    ],
    score_semantics:
      'TRACE is 1.0 or 0.0, null when the source could not show an escalation. SESSION is the share of observable runs. Neutral - the target is a product decision.',
    worked_example: 'tau-bench airline gpt-4o: 48 of 200 runs call transfer_to_human_agents -> 0.24.',
  },
};
