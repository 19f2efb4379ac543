import { sumOf } from './moments.ts';

/** One root that was meant to run: what it cost, where that is known, and whether its success is verified. */
export interface CostedRoot {
  readonly cost: number | undefined;
  readonly success: boolean;
}

/** A cost for each verified success, in the unit of the costs; or why there is none, with what it costs at least. */
export type CostPerSuccess =
  | { readonly value: number; readonly reason: null }
  | { readonly value: null; readonly reason: 'no_verified_success' }
  | { readonly value: null; readonly reason: 'incomplete_cost'; readonly atLeast: number };

/** The cost of all roots, failed ones too, for each verified success. */
export function costPerSuccess(roots: readonly CostedRoot[]): CostPerSuccess {
  const successes = roots.filter(({ success }) => success).length;
  if (successes === 0) return { value: null, reason: 'no_verified_success' };
  const known = roots.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  const value = sumOf(known) / successes;
  return known.length < roots.length
    ? { value: null, reason: 'incomplete_cost', atLeast: value }
    : { value, reason: null };
}
