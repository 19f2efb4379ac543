/** A table of two groups (rows) and two results (columns), in counts. */
export type FourfoldTable = readonly [readonly [number, number], readonly [number, number]];

/** A table counts as being as likely as the observed one where it differs by rounding only. */
const SLACK = 1 + 1e-7;

/**
 * The two-sided p-value of Fisher's exact test: the probability of all tables with the same margins that are no likelier
 * than the observed one. 1 where there is one such table only. Source: Fisher 1935; two-sided as in R.
 */
export function fisherExact([[a, b], [c, d]]: FourfoldTable): number {
  const [row, column, n] = [a + b, a + c, a + b + c + d];
  const least = Math.max(0, row + column - n);
  const most = Math.min(row, column);
  const mode = Math.floor(((row + 1) * (column + 1)) / (n + 2));
  /** How much likelier x + 1 in the first cell is than x. */
  const step = (x: number): number => ((row - x) * (column - x)) / ((x + 1) * (n - row - column + x + 1));
  // Likelihoods relative to the likeliest table: none is too large for a number.
  const weights = new Float64Array(most - least + 1);
  weights[mode - least] = 1;
  for (let x = mode; x < most; x++) weights[x + 1 - least] = (weights[x - least] ?? 0) * step(x);
  for (let x = mode; x > least; x--) weights[x - 1 - least] = (weights[x - least] ?? 0) / step(x - 1);
  const limit = (weights[a - least] ?? 0) * SLACK;
  let [asExtreme, all] = [0, 0];
  for (const weight of weights) {
    all += weight;
    if (weight <= limit) asExtreme += weight;
  }
  return asExtreme / all;
}
