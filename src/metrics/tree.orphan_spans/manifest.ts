import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'tree.orphan_spans',
  version: '1.0.0',
  display_name: 'Orphan Spans',
  description: 'The share of spans whose parent was not recorded.',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'lower_is_better',
  entrypoint: 'builtin:tree.orphan_spans',
  target_kind: 'UNKNOWN',
  required_kinds: [],
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
    title: 'OrphanSpansConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'orphan_spans',
        'x-aip-param-role': 'scoring_metadata',
      },
    },
  },
  metric_metadata: {
    summary: 'How much of the span tree is torn?',
    methodology: [
      'A span is an orphan when it names a parent that is not in its trace.',
      'The score is orphans / spans. A trace with more than one parentless span carries the diagnostic multiple_roots.',
    ],
    score_semantics: 'A share from 0 to 1; 0 is a whole tree. It measures the evidence, not the agents.',
    worked_example: 'A trace has 10 spans; one names a gateway span that was not exported. The score is 1/10 = 0.1.',
  },
};
