import { unresolved } from '../answers.ts';
import { defineMetric } from '../define-metric.ts';
import { scoreAgainstReference } from '../text-comparison.ts';
import { wordOverlap } from '../word-overlap.ts';
import { words } from '../words.ts';
import { docs } from './docs.ts';
import { longestCommonSubsequence } from './longest-common-subsequence.ts';
import { manifest } from './manifest.ts';

/** Beyond so many words the order of two texts takes too long to compare. */
const WORD_LIMIT = 20_000;

/** ROUGE-L: words that the final answer shares with the reference, in the same order. */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, context) =>
    scoreAgainstReference(partition, context, (answer, reference) => {
      const [found, wanted] = [words(answer), words(reference)];
      if (wanted.length === 0) return undefined;
      if (Math.max(found.length, wanted.length) > WORD_LIMIT)
        return unresolved('text_too_long', `the answer or the reference has more than ${WORD_LIMIT} words`);
      return wordOverlap(longestCommonSubsequence(wanted, found), found.length, wanted.length, 'words in order');
    }),
});
