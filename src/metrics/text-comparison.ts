import type { Json } from '../model/json.ts';
import { quote } from '../results/quote.ts';
import { notApplicable, unresolved } from './answers.ts';
import type { Partition, ScoreContext, Scoring } from './define-metric.ts';
import { isDecided } from './evaluated-case.ts';
import { referencedText, TEXT_LIMIT } from './final-text.ts';
import { referenceTexts } from './reference-texts.ts';
import { normalised } from './text-normalisation.ts';

/** How an answer compares with one reference. */
export interface Comparison {
  readonly score: number;
  /** Why it is not a full score. */
  readonly reason?: string;
  /** Ends the sentence that begins with the answer. */
  readonly because: string;
  readonly details: Readonly<Record<string, Json>>;
}

/** Compares an answer with one reference, both normalised; undefined where the reference is nothing to compare with. */
export type Compare = (answer: string, reference: string) => Comparison | Scoring | undefined;

/** Scores the final answer by the reference that it fits best. */
export function scoreAgainstReference(partition: Partition, { config }: ScoreContext, compare: Compare): Scoring {
  const answer = referencedText(partition);
  if (isDecided(answer)) return answer;
  const references = referenceTexts(answer.reference);
  if (!references) return notApplicable('reference_not_text', 'the reference is neither a text nor a list of texts');
  const text = normalised(answer.text, config);
  let best: (Comparison & { readonly index: number }) | undefined;
  let refused: Scoring | undefined;
  for (const [index, reference] of references.entries()) {
    const wanted = normalised(reference, config);
    // A normal form can be many times as long as what was written.
    const isLong = Math.max(text.length, wanted.length) > TEXT_LIMIT;
    const found = isLong ? tooLong() : compare(text, wanted);
    if (found && isDecided(found)) refused ??= found;
    else if (found && (!best || found.score > best.score)) best = { ...found, index };
  }
  if (best?.score !== 1 && refused) return { ...refused, evidence: answer.evidence };
  if (!best) return notApplicable('reference_empty', 'the reference holds nothing to compare with');
  const { score, reason, because, details, index } = best;
  return {
    status: 'scored',
    score,
    ...(reason !== undefined && { reason }),
    because: answer.text === '' ? 'the answer is empty' : `the answer ${quote(answer.text)} ${because}`,
    evidence: answer.evidence,
    details: { ...details, references: references.length, reference: index },
  };
}

function tooLong(): Scoring {
  return unresolved('text_too_long', `the answer or the reference has more than ${TEXT_LIMIT} characters`);
}
