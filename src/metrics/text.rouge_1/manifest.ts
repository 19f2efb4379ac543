import { ruleManifest } from '../rule-manifest.ts';
import { normalisationParameters } from '../text-normalisation.ts';

export const manifest = ruleManifest({
  name: 'text.rouge_1',
  display_name: 'ROUGE-1',
  description: 'Words that the final answer shares with the reference, in any order: F1.',
  direction: 'higher_is_better',
  required_kinds: ['AGENT'],
  partition_types: ['trace', 'session'],
  parameters: normalisationParameters({ unicode: 'NFKC', whitespace: 'trim', ignore_case: true }),
  metric_metadata: {
    summary: 'How many words does the final answer share with the reference?',
    methodology: [
      'The final answer is the text of the agent that answered for the run: the root, or the last of a chain of handoffs. A SESSION answers with its last trace.',
      'The reference is `reference` of the case: a text, a number, or a list of which any is right; a recorded content counts by its text.',
      'Words are found by the word boundaries of Unicode (UAX 29), with dictionaries for Japanese, Chinese, Thai and other scripts without spaces. Punctuation is left out; there is no stemming.',
      'Precision is shared words / words of the answer, recall shared words / words of the reference; a word that occurs twice is shared twice only where both hold it twice. The score is F1 (Lin 2004, ROUGE: A Package for Automatic Evaluation of Summaries). Of several references the best counts.',
      'Without a case or a reference: not applicable. An answer that was not recorded, or is no text: unresolved. An answer that was recorded empty scores 0.',
    ],
    score_semantics: '0 to 1, F1; `details` holds precision, recall and the counts. Higher is better.',
    worked_example:
      "The reference is 'the cat sat on the mat' (6 words), the answer 'the cat lay on a mat' (6 words). They share the, cat, on, mat: precision 4/6, recall 4/6, the score 0.6667.",
  },
});
