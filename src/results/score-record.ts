import type { Json } from '../model/json.ts';
import { field } from '../model/json.ts';
import type { Bounds, Outcome } from './outcome.ts';

/** What a comparison needs of an outcome; every outcome is one. A line of `scores.jsonl`. */
export type ScoreRecord = Pick<
  Outcome,
  'id' | 'metric' | 'version' | 'config_hash' | 'partition' | 'case_id' | 'facets' | 'details'
> & {
  readonly status: Outcome['status'];
  readonly score: number | null;
  readonly label?: string;
  readonly reason?: string;
  readonly bounds?: Bounds;
  readonly because?: string;
  readonly evidence?: Outcome['evidence'];
};

/** Details that stay with a score: the steps beside a rate of termination, and what a judge graded by. */
const KEPT = ['steps', 'step_cap', 'rubric_hash'] as const;

/** An outcome without its sentence, its evidence and most of its details. */
export function scoreRecord(outcome: Outcome): ScoreRecord {
  const { because: _, evidence: __, touched_by: ___, details, ...kept } = outcome;
  const few = KEPT.flatMap((key): [string, Json][] => {
    const value = field(details, key);
    return value === undefined ? [] : [[key, value]];
  });
  return { ...kept, details: Object.fromEntries(few) };
}
