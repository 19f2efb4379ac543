import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'agent.delegated_validity',
  version: '1.0.0',
  display_name: 'Delegated Agent Validity',
  description: 'Validity of the agents that another agent issued: what they said, and what their issuer received.',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'higher_is_better',
  entrypoint: 'builtin:agent.delegated_validity',
  target_kind: 'AGENT',
  required_kinds: ['AGENT'],
  required_columns: [],
  accepts: [
    {
      name: 'canonical_partition_v1',
    },
  ],
  partition_types: ['span', 'trace', 'session'],
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
    title: 'DelegatedValidityConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'delegated_validity',
        'x-aip-param-role': 'scoring_metadata',
      },
      min_response_length: {
        type: 'integer',
        minimum: 0,
        default: 10,
        description: 'Responses with fewer code points are short; 0 switches the check off.',
      },
      placeholder_patterns: {
        type: 'array',
        items: {
          type: 'string',
        },
        description:
          'Regular expressions (linear time). A response that one of them matches as a whole is empty. Replaces the default list.',
        default: [
          '(?i)agent completed but produced no response\\.?',
          '(?i)\\(?no (output|response|result|content)( (produced|returned|available|provided))?\\)?\\.?',
          '(?i)n/?a\\.?',
          '(?i)none\\.?',
          '(?i)null',
          '(?i)undefined',
          '(?i)<(task_result|result|output|answer|response)>\\s*</(task_result|result|output|answer|response)>',
          '\\[object Object\\]',
          '\\.\\.\\.|…',
        ],
      },
      error_signals: {
        enum: ['status', 'any'],
        default: 'status',
        description: 'any: an exception event, an error type or a failed tool result also counts as an error.',
      },
      delivered: {
        enum: ['produced', 'delivered', 'both'],
        default: 'both',
        description: 'Score what the agent said, what its issuer received, or both.',
      },
    },
  },
  metric_metadata: {
    summary: 'Did every agent that another agent issued answer, and did its answer arrive?',
    methodology: [
      'Targets are agents with an AGENT ancestor or a delegation edge that leads to them, and delegations that were issued without a run that was observed.',
      'What the agent produced is labelled error, empty, short or valid in this order; a response that is only a placeholder is empty.',
      'What the issuer received is labelled the same way; a produced answer that arrived empty is undelivered.',
      'A delegation without run and without result is missing. One that was answered out of sight is judged by what arrived.',
      'valid scores 1, every other label 0. TRACE takes the minimum, SESSION the share of valid delegations.',
    ],
    score_semantics:
      'SPAN scores one delegated agent 1 or 0. TRACE is 1 only if every delegation is valid. SESSION is the share of valid delegations of all its traces. An unknown leaves the value open and widens the bounds. Higher is better.',
    worked_example:
      "A root issues two agents. One answers 'Berlin has 3.7 million inhabitants.' and its issuer receives that text: valid. The other answers 'Agent completed but produced no response.': empty. TRACE is 0, SESSION 1/2 = 0.5.",
  },
};
