import { ruleManifest } from '../rule-manifest.ts';
import { normalisationParameters } from '../text-normalisation.ts';

export const manifest = ruleManifest({
  name: 'text.bleu',
  display_name: 'BLEU',
  description: 'Sentence BLEU-4 of the final answer against the reference.',
  direction: 'higher_is_better',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  parameters: normalisationParameters({ unicode: 'NFKC', whitespace: 'trim', ignore_case: false }),
  metric_metadata: {
    summary: 'How close is the final answer to the reference, by n-grams?',
    methodology: [
      'The final answer is the text of the agent that answered for the run: the root, or the last of a chain of handoffs. A SESSION answers with its last trace.',
      'The reference is `reference` of the case: a text, a number, or a list of which any is right; a recorded content counts by its text.',
      'Tokens are words by the boundaries of Unicode (UAX 29) and every other sign but white space.',
      'The score is the geometric mean of the clipped precisions of 1- to 4-grams times the brevity penalty exp(1 - r/c) for an answer of c tokens that is shorter than the r of the reference (Papineni et al. 2002).',
      'From bigrams on one is added to both counts of a precision (Lin and Och 2004; smoothing 2 in Chen and Cherry 2014). No shared token: 0. An answer of fewer than four tokens is scored by the orders that it has.',
      'Of several references the best counts.',
      'Without a case or a reference: not applicable. An answer that was not recorded, or is no text: unresolved. An answer that was recorded empty scores 0.',
    ],
    score_semantics: '0 to 1; `details` holds the precisions and the brevity penalty. Higher is better.',
    worked_example:
      "The reference is 'the cat is on the mat', the answer 'the cat sat on the mat'. Precisions: 5/6, (3+1)/(5+1), (1+1)/(4+1), (0+1)/(3+1); the lengths are equal. The score is (0.8333 x 0.6667 x 0.4 x 0.25)^(1/4) = 0.4855.",
  },
});
