import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'tree.delegation_depth',
  version: '1.0.0',
  display_name: 'Delegation Depth',
  description: 'The longest chain of delegations from a root agent down.',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'neutral',
  entrypoint: 'builtin:tree.delegation_depth',
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
    title: 'DelegationDepthConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'delegation_depth',
        'x-aip-param-role': 'scoring_metadata',
      },
    },
  },
  metric_metadata: {
    summary: 'How many delegations lie between a root agent and the deepest agent?',
    methodology: [
      'The issuer of an agent is the source of its delegation edge, reported or inferred, else its nearest AGENT ancestor.',
      'The root has depth 0; each delegation adds 1; the score is the maximum.',
      '`details.basis` counts how the issuers are known: by an edge of the recording, inferred, or by nesting alone.',
    ],
    score_semantics:
      'A count of delegations, 0 for a trace with root agents only. Neither more nor less is better by itself.',
    worked_example: 'A root issues a and b; a issues aa. Depths are 0, 1, 1, 2: the score is 2.',
  },
};
