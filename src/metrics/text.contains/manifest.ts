import { ruleManifest } from '../rule-manifest.ts';
import { normalisationParameters } from '../text-normalisation.ts';

export const manifest = ruleManifest({
  name: 'text.contains',
  display_name: 'Answer contains',
  description: 'Whether the final answer contains the reference.',
  direction: 'higher_is_better',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  parameters: normalisationParameters({ unicode: 'NFC', whitespace: 'collapse', ignore_case: false }),
  metric_metadata: {
    summary: 'Does the final answer contain the reference?',
    methodology: [
      'The final answer is the text of the agent that answered for the run: the root, or the last of a chain of handoffs. A SESSION answers with its last trace.',
      'The reference is `reference` of the case: a text, a number, or a list of which any is right; a recorded content counts by its text.',
      'Both are normalised as configured; the score is 1 where the answer contains the reference, or any of several.',
      'Without a case or a reference: not applicable. An answer that was not recorded, or is no text: unresolved. An answer that was recorded empty scores 0.',
    ],
    score_semantics: '1 or 0. Higher is better.',
    worked_example:
      "The reference is '42.50', the answer 'The refund is $42.50.': 1. The answer 'The refund is $42.' scores 0.",
  },
});
