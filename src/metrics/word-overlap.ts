import type { Comparison } from './text-comparison.ts';

/** Precision, recall and F1 of words that an answer shares with a reference, as ROUGE takes them. */
export function wordOverlap(common: number, answer: number, reference: number, what: string): Comparison {
  const precision = answer === 0 ? null : common / answer;
  const recall = common / reference;
  const score = common === 0 ? 0 : (2 * common) / (answer + reference);
  const because = `shares ${common} ${what} with the reference: ${common} of its ${answer} words, ${common} of ${reference}`;
  return {
    score,
    because,
    details: { precision, recall, f1: score, common, answer_words: answer, reference_words: reference },
  };
}
