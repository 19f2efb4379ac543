import type { Json } from '../model/json.ts';

/** What scores a judge may give. A numeric scale without bounds takes any number. */
export type Scale =
  | { readonly kind: 'numeric'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'boolean' }
  /** Labels and the score that each stands for. */
  | { readonly kind: 'categorical'; readonly labels: ReadonlyMap<string, number> };

/** A score that is on the scale; a label where the scale has labels. */
export interface ReadScore {
  readonly score: number;
  readonly label?: string;
}

/** Why a score is not on the scale. */
export type OffScale = 'score_out_of_range' | 'score_wrong_type';

const YES: ReadonlySet<string> = new Set(['true', 'yes', 'pass']);
const NO: ReadonlySet<string> = new Set(['false', 'no', 'fail']);

/** Reads the score of an answer. Nothing is clamped, and a truth value is a number on no scale but a boolean one. */
export function readScore(value: Json, scale: Scale): ReadScore | OffScale {
  if (scale.kind === 'boolean') return booleanScore(value);
  if (scale.kind === 'categorical') {
    if (typeof value !== 'string') return 'score_wrong_type';
    const word = value.trim().toLowerCase();
    const found = [...scale.labels].find(([label]) => label.toLowerCase() === word);
    return found ? { score: found[1], label: found[0] } : 'score_out_of_range';
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'score_wrong_type';
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = scale;
  return value < min || value > max ? 'score_out_of_range' : { score: value };
}

function booleanScore(value: Json): ReadScore | OffScale {
  if (typeof value === 'number') return value === 0 || value === 1 ? truth(value === 1) : 'score_out_of_range';
  if (typeof value === 'boolean') return truth(value);
  if (typeof value !== 'string') return 'score_wrong_type';
  const word = value.trim().toLowerCase();
  return YES.has(word) ? truth(true) : NO.has(word) ? truth(false) : 'score_wrong_type';
}

function truth(value: boolean): ReadScore {
  return { score: value ? 1 : 0, label: String(value) };
}

/** The scale in words, as the instructions of a judge name it. */
export function scaleWords(scale: Scale): string {
  if (scale.kind === 'boolean') return 'true or false';
  if (scale.kind === 'categorical') return `one of ${[...scale.labels.keys()].map((each) => `"${each}"`).join(', ')}`;
  const { min, max } = scale;
  if (min !== undefined && max !== undefined) return `a number from ${min} to ${max}`;
  return min === undefined && max === undefined
    ? 'a number'
    : `a number ${min === undefined ? `up to ${max}` : `from ${min} on`}`;
}
