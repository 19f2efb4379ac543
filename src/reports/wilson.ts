/** Standard normal quantile of 0.975. */
const Z = 1.959963984540054;

/** Wilson score interval, 95 %, of a proportion; `total` is above 0. */
export function wilson(successes: number, total: number): { readonly low: number; readonly high: number } {
  const share = successes / total;
  const square = Z * Z;
  const centre = share + square / (2 * total);
  const half = Z * Math.sqrt((share * (1 - share) + square / (4 * total)) / total);
  const scale = 1 + square / total;
  // At the edges the interval ends exactly there; rounding errors would show as >0 or <1.
  return {
    low: successes === 0 ? 0 : (centre - half) / scale,
    high: successes === total ? 1 : (centre + half) / scale,
  };
}
