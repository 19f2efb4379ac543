import { normalQuantile } from './normal.ts';

/** What a planned comparison is held to: two-sided `alpha`, such as 0.05, and `power`, such as 0.8. */
export interface Strictness {
  readonly alpha: number;
  readonly power: number;
}

/** How scores vary: between tasks, and between the trials of a task in each arm, of which each task has so many. */
export interface ScoreVariances {
  /** Variance over tasks of the true difference. */
  readonly betweenTasks: number;
  readonly treatment: { readonly variance: number; readonly trials: number };
  readonly baseline: { readonly variance: number; readonly trials: number };
}

/** A number of tasks or pairs, rounded up, and as the formula gives it. */
export interface Required {
  readonly n: number;
  readonly raw: number;
}

/** How many tasks show a mean paired difference of `delta` (not 0). Source: Miller 2024. */
export function requiredTasks(
  { betweenTasks, treatment, baseline }: ScoreVariances,
  delta: number,
  strictness: Strictness,
): Required {
  const variance = betweenTasks + treatment.variance / treatment.trials + baseline.variance / baseline.trials;
  const z = upper(strictness.alpha / 2) + upper(1 - strictness.power);
  return roundedUp((z * z * variance) / delta ** 2);
}

/**
 * How many pairs McNemar's test needs, of the shares of pairs in which one arm alone succeeds; the shares differ. Source:
 * Connor 1987.
 */
export function requiredPairs(treatmentOnly: number, baselineOnly: number, { alpha, power }: Strictness): Required {
  const discordant = treatmentOnly + baselineOnly;
  const delta = treatmentOnly - baselineOnly;
  const z = upper(alpha / 2) * Math.sqrt(discordant) + upper(1 - power) * Math.sqrt(discordant - delta ** 2);
  return roundedUp(z ** 2 / delta ** 2);
}

/**
 * The smallest mean paired difference that `tasks` tasks show, where the differences have a standard deviation of
 * `deviation` and its unit. By the normal distribution: with few tasks a little too small.
 */
export function detectableDifference(deviation: number, tasks: number, { alpha, power }: Strictness): number {
  return ((upper(alpha / 2) + upper(1 - power)) * deviation) / Math.sqrt(tasks);
}

function upper(tail: number): number {
  return -normalQuantile(tail);
}

function roundedUp(raw: number): Required {
  return { n: Math.ceil(raw), raw };
}
