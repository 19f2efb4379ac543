import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'tree.fan_out',
  version: '1.0.0',
  display_name: 'Fan-out',
  description: 'The most agents that one agent issues directly.',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'neutral',
  entrypoint: 'builtin:tree.fan_out',
  target_kind: 'AGENT',
  required_kinds: ['AGENT'],
  required_columns: [],
  accepts: [
    {
      name: 'canonical_partition_v1',
    },
  ],
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
    title: 'FanOutConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'fan_out',
        'x-aip-param-role': 'scoring_metadata',
      },
    },
  },
  metric_metadata: {
    summary: 'How many agents does one agent issue?',
    methodology: [
      'Agents are counted under their issuer: the source of their delegation edge, else their nearest AGENT ancestor.',
      'The score is the maximum over agents with at least one child, 0 when none has one; `details.mean` is the mean over the same agents.',
      '`details.delegations` is the number of agent runs that are not roots; `details.missing` the delegations whose run was never observed.',
    ],
    score_semantics: 'A count of agents. Missing children are listed, not counted.',
    worked_example:
      'A root issues a and b; a issues aa. The root has 2 children, a has 1: the score is 2, the mean 1.5, delegations 3.',
  },
};
