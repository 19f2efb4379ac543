import { defineMetric } from '../define-metric.ts';
import { scoreAgainstReference } from '../text-comparison.ts';
import { wordsAndSigns } from '../words.ts';
import { bleu } from './bleu.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** Sentence BLEU-4 of the final answer against the reference. */
export const metric = defineMetric({
  manifest,
  docs,
  score: (partition, context) =>
    scoreAgainstReference(partition, context, (answer, reference) => {
      const [found, wanted] = [wordsAndSigns(answer), wordsAndSigns(reference)];
      if (wanted.length === 0) return undefined;
      const { score, precisions, brevityPenalty } = bleu(found, wanted);
      return {
        score,
        because: `has BLEU ${score.toFixed(4)} with the reference, of ${found.length} and ${wanted.length} tokens`,
        details: {
          precisions,
          brevity_penalty: brevityPenalty,
          answer_tokens: found.length,
          reference_tokens: wanted.length,
          smoothing: 'add_one_from_bigrams',
        },
      };
    }),
});
