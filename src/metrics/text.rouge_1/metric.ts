import { defineMetric } from '../define-metric.ts';
import { scoreAgainstReference } from '../text-comparison.ts';
import { wordOverlap } from '../word-overlap.ts';
import { counted, shared, words } from '../words.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** ROUGE-1: words that the final answer shares with the reference. */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, context) =>
    scoreAgainstReference(partition, context, (answer, reference) => {
      const [found, wanted] = [words(answer), words(reference)];
      if (wanted.length === 0) return undefined;
      return wordOverlap(shared(counted(found), counted(wanted)), found.length, wanted.length, 'words');
    }),
});
