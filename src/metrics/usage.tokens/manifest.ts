import type { Manifest } from '../manifest.ts';

export const manifest: Manifest = {
  manifest_version: '1',
  kind: 'trace_metric',
  name: 'usage.tokens',
  version: '1.0.0',
  display_name: 'Tokens',
  description: 'Tokens of all model calls, each counted once.',
  metric_type: 'pointwise',
  scorer_contract: 'per_row',
  direction: 'neutral',
  entrypoint: 'builtin:usage.tokens',
  target_kind: 'LLM',
  required_kinds: [],
  required_columns: [],
  accepts: [
    {
      name: 'canonical_partition_v1',
    },
  ],
  partition_types: ['trace', 'session'],
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
    title: 'TokensConfig',
    type: 'object',
    additionalProperties: false,
    properties: {
      metric_name: {
        type: 'string',
        default: 'tokens',
        'x-aip-param-role': 'scoring_metadata',
      },
    },
  },
  metric_metadata: {
    summary: 'How many tokens did the run use, and which agent used them?',
    methodology: [
      'A model call counts once, however many spans record it; its tokens belong to the nearest agent.',
      'Own tokens of an agent are those of its own calls; inclusive ones add the agents that it issued.',
      'Figures on agents and chains are roll-ups: used only where no call below carries tokens, compared otherwise.',
      'The score is the total of every input class and output, given only when the tree is whole and every call is covered; otherwise the known subtotal is the lower bound.',
    ],
    score_semantics:
      'A count of tokens. Unresolved with bounds [known subtotal, null] when anything is missing. Neither more nor less is better by itself.',
    worked_example:
      'A root makes calls of 100+20 and 150+60 tokens; it issues a (200+30), which issues aa (50+5), and b (300+40). Own of the root: 250 in, 80 out; inclusive: 800 in, 155 out. The score is 955.',
  },
};
