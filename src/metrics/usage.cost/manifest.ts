import { ruleManifest } from '../rule-manifest.ts';

export const manifest = ruleManifest({
  name: 'usage.cost',
  display_name: 'Cost',
  description: 'US dollars of all model calls, each counted once.',
  direction: 'neutral',
  target_kind: 'LLM',
  partition_types: ['trace', 'session'],
  metric_metadata: {
    summary: 'What did the run cost, and which agent spent it?',
    methodology: [
      'A call costs what its recording reports; else its tokens at the price of its model, from `muster.prices` and then the bundled table.',
      'Cached input, cache writes and output have prices of their own. A class or a model without a price is unknown, and never free.',
      'A cost that an agent reports for everything below it counts where the calls below cannot all be priced; otherwise it is only compared.',
      'The score is the total, given only when every call is known exactly; otherwise the known subtotal is the lower bound.',
    ],
    score_semantics:
      'US dollars. Unresolved with bounds when anything is missing; the upper bound is null where nothing limits the cost. Neither more nor less is better by itself.',
    worked_example:
      'At 2 dollars a million tokens in, 0.5 cached and 8 out: a call of 1,000 in, of which 400 were cached, and 100 out costs 0.0012 + 0.0002 + 0.0008 = 0.0022.',
  },
});
