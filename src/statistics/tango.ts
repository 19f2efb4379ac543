import { type Interval, LEVEL } from './interval.ts';
import { normalQuantile } from './normal.ts';

const STEPS = 60;

/**
 * The score interval of treatment less baseline over `pairs` pairs, of which in `treatmentOnly` the treatment alone
 * succeeded and in `baselineOnly` the baseline alone. It holds where pairs are few or hardly ever differ. Undefined
 * without pairs. Source: Tango 1998.
 */
export function tango(treatmentOnly: number, baselineOnly: number, pairs: number, level = LEVEL): Interval | undefined {
  if (pairs <= 0) return undefined;
  const z = normalQuantile((1 + level) / 2);
  const estimate = (treatmentOnly - baselineOnly) / pairs;
  const distance = (delta: number): number => Math.abs(treatmentOnly - baselineOnly - pairs * delta);
  const inside = (delta: number): boolean =>
    distance(delta) <= z * Math.sqrt(pairs * varianceAt(delta, treatmentOnly, baselineOnly, pairs));
  return { method: 'tango', level, low: lastInside(estimate, -1, inside), high: lastInside(estimate, 1, inside) };
}

/** The variance of one pair's difference where the true difference is `delta`, with the likeliest other parameter. */
function varianceAt(delta: number, b: number, c: number, n: number): number {
  const linear = -b - c + (2 * n - b + c) * delta;
  const constant = -c * delta * (1 - delta);
  const root = Math.sqrt(Math.max(0, linear * linear - 8 * n * constant));
  return Math.max(0, (root - linear) / (2 * n) + delta * (1 - delta));
}

/** Halves the way from the estimate, which is inside, to the end of what is possible. */
function lastInside(estimate: number, end: number, inside: (delta: number) => boolean): number {
  if (inside(end)) return end;
  let [near, far] = [estimate, end];
  for (let step = 0; step < STEPS; step++) {
    const middle = (near + far) / 2;
    if (inside(middle)) near = middle;
    else far = middle;
  }
  return near;
}
