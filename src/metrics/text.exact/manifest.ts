import { ruleManifest } from '../rule-manifest.ts';
import { normalisationParameters } from '../text-normalisation.ts';

export const manifest = ruleManifest({
  name: 'text.exact',
  display_name: 'Exact answer',
  description: 'Whether the final answer is the reference.',
  direction: 'higher_is_better',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  parameters: normalisationParameters({ unicode: 'NFC', whitespace: 'trim', ignore_case: false }),
  metric_metadata: {
    summary: 'Is the final answer the reference?',
    methodology: [
      'The final answer is the text of the agent that answered for the run: the root, or the last of a chain of handoffs. A SESSION answers with its last trace.',
      'The reference is `reference` of the case: a text, a number, or a list of which any is right; a recorded content counts by its text.',
      'Both are normalised as configured and compared character by character. A reference that is an object or another list is compared as JSON value: order of members and spaces do not count, 1 equals 1.0.',
      'Without a case or a reference: not applicable. An answer that was not recorded, or is no text: unresolved. An answer that was recorded empty scores 0.',
    ],
    score_semantics: '1 or 0. Higher is better.',
    worked_example: "The reference is 'Paris', the answer ' Paris ': 1. The answer 'It is Paris.' scores 0.",
  },
});
