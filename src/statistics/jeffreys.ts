import { betaQuantile } from './beta.ts';
import { type Interval, LEVEL } from './interval.ts';

/**
 * The Jeffreys interval of a proportion: equal tails of Beta(k+½, n-k+½), whose ends are left as they are, so that it
 * does not reach 0 or 1. Undefined for no trials. Source: Brown, Cai and DasGupta 2001.
 */
export function jeffreys(successes: number, trials: number, level = LEVEL): Interval | undefined {
  if (trials <= 0) return undefined;
  const [a, b] = [successes + 0.5, trials - successes + 0.5];
  const tail = (1 - level) / 2;
  return { method: 'jeffreys', level, low: betaQuantile(tail, a, b), high: betaQuantile(1 - tail, a, b) };
}
