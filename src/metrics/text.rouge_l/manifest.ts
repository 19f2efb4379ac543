import { ruleManifest } from '../rule-manifest.ts';
import { normalisationParameters } from '../text-normalisation.ts';

export const manifest = ruleManifest({
  name: 'text.rouge_l',
  display_name: 'ROUGE-L',
  description: 'Words that the final answer shares with the reference, in the same order: F1.',
  direction: 'higher_is_better',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  parameters: normalisationParameters({ unicode: 'NFKC', whitespace: 'trim', ignore_case: true }),
  metric_metadata: {
    summary: 'How many words does the final answer share with the reference, in order?',
    methodology: [
      'The final answer is the text of the agent that answered for the run: the root, or the last of a chain of handoffs. A SESSION answers with its last trace.',
      'The reference is `reference` of the case: a text, a number, or a list of which any is right; a recorded content counts by its text.',
      'Words are found as for `text.rouge_1`.',
      'The longest common subsequence of words, over words of the answer, is precision; over words of the reference, recall. The score is F1 (Lin 2004), over the text as one sequence. Of several references the best counts.',
      'Without a case or a reference: not applicable. An answer that was not recorded, or is no text: unresolved. An answer that was recorded empty scores 0.',
    ],
    score_semantics: '0 to 1, F1; `details` holds precision, recall and the counts. Higher is better.',
    worked_example:
      "The reference is 'police killed the gunman', the answer 'police kill the gunman': the longest common subsequence is police, the, gunman: precision 3/4, recall 3/4, the score 0.75. The answer 'the gunman kill police' has 2 of 4 in order: 0.5.",
  },
});
