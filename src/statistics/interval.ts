/** An interval with the method that made it. */
export interface Interval {
  readonly method: string;
  /** Confidence level, such as 0.95. */
  readonly level: number;
  readonly low: number;
  readonly high: number;
}

/** Standard normal quantile of 0.975. */
const Z = 1.959963984540054;
const LEVEL = 0.95;

/** Wilson score interval of a proportion at 95 %. Undefined for no trials. Source: Wilson 1927. */
export function wilson(successes: number, trials: number): Interval | undefined {
  if (trials <= 0) return undefined;
  const p = successes / trials;
  const z2 = Z * Z;
  const centre = (p + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = (Z / (1 + z2 / trials)) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials));
  const low = successes === 0 ? 0 : Math.max(0, centre - half);
  const high = successes === trials ? 1 : Math.min(1, centre + half);
  return { method: 'wilson', level: LEVEL, low, high };
}
