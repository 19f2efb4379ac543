import { counted, shared } from '../words.ts';

/** BLEU of one answer against one reference, with what it is made of. */
export interface Bleu {
  readonly score: number;
  /** Of each order, smoothed from the second on. */
  readonly precisions: readonly number[];
  readonly brevityPenalty: number;
}

const ORDERS = 4;

/**
 * BLEU-4 of a sentence (Papineni et al. 2002): the geometric mean of the clipped precisions of n-grams, times the
 * brevity penalty. From the second order on one is added to both counts (Lin and Och 2004; smoothing 2 of Chen and
 * Cherry 2014). An answer of fewer than four tokens is scored by the orders that it has.
 */
export function bleu(answer: readonly string[], reference: readonly string[]): Bleu {
  const orders = Math.min(ORDERS, answer.length);
  const precisions = Array.from({ length: orders }, (_, index) => precision(answer, reference, index + 1));
  const brevityPenalty = answer.length === 0 ? 0 : Math.min(1, Math.exp(1 - reference.length / answer.length));
  const logs = precisions.reduce((sum, each) => sum + Math.log(each), 0);
  const score = orders === 0 || precisions[0] === 0 ? 0 : brevityPenalty * Math.exp(logs / orders);
  return { score, precisions, brevityPenalty };
}

function precision(answer: readonly string[], reference: readonly string[], order: number): number {
  const grams = ngrams(answer, order);
  const common = shared(counted(grams), counted(ngrams(reference, order)));
  return order === 1 ? common / grams.length : (common + 1) / (grams.length + 1);
}

function ngrams(tokens: readonly string[], order: number): string[] {
  const grams: string[] = [];
  for (let at = 0; at + order <= tokens.length; at++) grams.push(tokens.slice(at, at + order).join('\n'));
  return grams;
}
