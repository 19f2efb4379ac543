import { cohenKappa } from './cohen-kappa.ts';

/** Judgements against the truth: counts of items that are judged positive or negative, truly or falsely. */
export interface Confusion {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

/** Figures of a confusion table. Each is null, never 0, where it would be 0/0. */
export interface ConfusionFigures {
  readonly accuracy: number | null;
  readonly precision: number | null;
  /** Recall, which is also called sensitivity. */
  readonly recall: number | null;
  readonly specificity: number | null;
  readonly negativePredictiveValue: number | null;
  readonly f1: number | null;
  /** Matthews correlation coefficient, from -1 to 1. Source: Matthews 1975. */
  readonly matthews: number | null;
  readonly kappa: number | null;
}

/** The usual figures of a confusion table. */
export function confusionFigures(counts: Confusion): ConfusionFigures {
  const { truePositives: tp, falsePositives: fp, falseNegatives: fn, trueNegatives: tn } = counts;
  const margins = Math.sqrt(tp + fp) * Math.sqrt(tp + fn) * Math.sqrt(tn + fp) * Math.sqrt(tn + fn);
  return {
    accuracy: share(tp + tn, tp + fp + fn + tn),
    precision: share(tp, tp + fp),
    recall: share(tp, tp + fn),
    specificity: share(tn, tn + fp),
    negativePredictiveValue: share(tn, tn + fn),
    f1: share(2 * tp, 2 * tp + fp + fn),
    matthews: share(tp * tn - fp * fn, margins),
    kappa:
      cohenKappa([
        [tp, fp],
        [fn, tn],
      ])?.kappa ?? null,
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
