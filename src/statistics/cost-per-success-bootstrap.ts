import { LEVEL } from './interval.ts';
import { sumOf } from './moments.ts';
import { quantile } from './quantile.ts';
import type { Resampling } from './resample-means.ts';
import { boundedIntegers, xoshiro128 } from './xoshiro128.ts';

/** A cost for each success, and how it varies when tasks are drawn anew. */
export interface CostPerSuccessBootstrap {
  /** Null without a success. */
  readonly estimate: number | null;
  /** Resamples without a success: they have no cost per success, and rank above all that have. */
  readonly undefinedResamples: number;
  readonly low: number | null;
  /** Null, with the reason `unbounded_above`, where too many resamples are without a success. */
  readonly high: number | null;
  readonly reason: 'unbounded_above' | null;
}

/**
 * The percentile bootstrap of the cost for each success over tasks, given as the cost and the successes of all trials of
 * each; draws are as for means. Undefined for no tasks or no resamples.
 */
export function bootstrapCostPerSuccess(
  tasks: readonly (readonly [cost: number, successes: number])[],
  { seed, resamples }: Resampling,
  level = LEVEL,
): CostPerSuccessBootstrap | undefined {
  if (tasks.length === 0 || resamples < 1) return undefined;
  const [costs, successes] = [Float64Array.from(tasks, ([cost]) => cost), Float64Array.from(tasks, ([, each]) => each)];
  const draw = boundedIntegers(xoshiro128(seed), tasks.length);
  let undefinedResamples = 0;
  const ratios = new Float64Array(resamples).map(() => {
    let [cost, successful] = [0, 0];
    for (let drawn = 0; drawn < costs.length; drawn++) {
      const task = draw();
      cost += costs[task] ?? 0;
      successful += successes[task] ?? 0;
    }
    if (successful > 0) return cost / successful;
    undefinedResamples++;
    return Number.POSITIVE_INFINITY;
  });
  ratios.sort();
  const successful = sumOf(tasks.map(([, each]) => each));
  const estimate = successful > 0 ? sumOf(tasks.map(([cost]) => cost)) / successful : null;
  const low = finite(quantile(ratios, (1 - level) / 2));
  const high = undefinedResamples / resamples > (1 - level) / 2 ? null : finite(quantile(ratios, (1 + level) / 2));
  return { estimate, undefinedResamples, low, high, reason: high === null ? 'unbounded_above' : null };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
