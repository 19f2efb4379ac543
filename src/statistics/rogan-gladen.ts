import { type Interval, LEVEL } from './interval.ts';
import { normalQuantile } from './normal.ts';

/** A judge's verdicts, and how the judge did on items whose truth is known. All are counts. */
export interface JudgedPrevalence {
  readonly judgedPositive: number;
  readonly judged: number;
  readonly truePositives: number;
  /** Calibration items that are truly positive, and truly negative. */
  readonly positives: number;
  readonly trueNegatives: number;
  readonly negatives: number;
}

/** A prevalence corrected for the errors of the judge. */
export interface CorrectedPrevalence {
  /** The share that the judge calls positive. Null, as the next two, where there is nothing of which it is a share. */
  readonly apparent: number | null;
  readonly sensitivity: number | null;
  readonly specificity: number | null;
  /** Null, as all below, where there is a reason. */
  readonly corrected: number | null;
  /** The corrected prevalence, cut to [0, 1]. */
  readonly clipped: number | null;
  /** The correction fell outside of [0, 1]: the judge errs differently on these items. */
  readonly outsideUnitInterval: boolean;
  /** By the delta method, of the raw rates; Wald's interval with it is not cut. */
  readonly standardError: number | null;
  readonly wald: Interval | null;
  /** The interval to show, cut to [0, 1]; null also where the rates, drawn to the middle for it, tell nothing. */
  readonly langReiczigel: Interval | null;
  readonly reason: 'calibration_too_small' | 'judge_not_informative' | 'nothing_judged' | null;
}

/** Of positives and of negatives each. */
const FEWEST = 10;

/** A rate with the number of items that it stands on. */
interface Rate {
  readonly p: number;
  readonly n: number;
}

/**
 * The true share of positives behind a judge's verdicts. None with fewer than 10 positives or 10 negatives to calibrate
 * on, and for a judge no better than chance. Sources: Rogan and Gladen 1978; Lang and Reiczigel 2014.
 */
export function roganGladen(given: JudgedPrevalence, level = LEVEL): CorrectedPrevalence {
  const apparent = share(given.judgedPositive, given.judged);
  const sensitivity = share(given.truePositives, given.positives);
  const specificity = share(given.trueNegatives, given.negatives);
  const rates = { apparent, sensitivity, specificity };
  const reason = whyNot(given);
  if (reason !== null || apparent === null || sensitivity === null || specificity === null)
    return { ...rates, ...NOTHING, reason };
  const { judged, positives, negatives } = given;
  const above = given.judgedPositive * negatives + given.trueNegatives * judged - judged * negatives;
  const corrected = (above * positives) / (judged * informedness(given));
  const clipped = cut(corrected);
  const standardError = errorOf(
    corrected,
    { p: apparent, n: judged },
    { p: sensitivity, n: positives },
    { p: specificity, n: negatives },
  );
  const half = normalQuantile((1 + level) / 2) * standardError;
  return {
    ...rates,
    corrected,
    clipped,
    outsideUnitInterval: clipped !== corrected,
    standardError,
    wald: { method: 'wald', level, low: corrected - half, high: corrected + half },
    langReiczigel: langReiczigel(given, level),
    reason,
  };
}

const NOTHING = {
  corrected: null,
  clipped: null,
  outsideUnitInterval: false,
  standardError: null,
  wald: null,
  langReiczigel: null,
};

function whyNot(given: JudgedPrevalence): CorrectedPrevalence['reason'] {
  if (Math.min(given.positives, given.negatives) < FEWEST) return 'calibration_too_small';
  if (informedness(given) <= 0) return 'judge_not_informative';
  return given.judged === 0 ? 'nothing_judged' : null;
}

/** Youden's index se+sp-1 times the calibration items, a whole number: rounding does not make a judge informative. */
function informedness({ truePositives, positives, trueNegatives, negatives }: JudgedPrevalence): number {
  return truePositives * negatives + trueNegatives * positives - positives * negatives;
}

function langReiczigel(given: JudgedPrevalence, level: number): Interval | null {
  const z = normalQuantile((1 + level) / 2);
  const q = { p: (given.judgedPositive + (z * z) / 2) / (given.judged + z * z), n: given.judged + z * z };
  const se = { p: (given.truePositives + 1) / (given.positives + 2), n: given.positives + 2 };
  const sp = { p: (given.trueNegatives + 1) / (given.negatives + 2), n: given.negatives + 2 };
  const youden = se.p + sp.p - 1;
  if (youden <= 0) return null;
  const prevalence = (q.p + sp.p - 1) / youden;
  const centre = prevalence + 2 * z * z * (prevalence * varianceOf(se) - (1 - prevalence) * varianceOf(sp));
  const half = z * errorOf(prevalence, q, se, sp);
  return { method: 'lang_reiczigel', level, low: cut(centre - half), high: cut(centre + half) };
}

function errorOf(prevalence: number, q: Rate, se: Rate, sp: Rate): number {
  const variance = varianceOf(q) + prevalence ** 2 * varianceOf(se) + (1 - prevalence) ** 2 * varianceOf(sp);
  return Math.sqrt(variance) / (se.p + sp.p - 1);
}

function varianceOf({ p, n }: Rate): number {
  return (p * (1 - p)) / n;
}

function cut(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
