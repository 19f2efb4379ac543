/**
 * Quantile of sorted numbers by linear interpolation (type 7 of Hyndman and Fan 1996). Undefined for no numbers.
 */
export function quantile(sorted: ArrayLike<number>, q: number): number | undefined {
  if (sorted.length === 0) return undefined;
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const low = sorted[below];
  const high = sorted[Math.min(below + 1, sorted.length - 1)];
  if (low === undefined || high === undefined) return undefined;
  // Beside an infinite neighbour a share of nothing would be no number.
  return position === below ? low : low + (high - low) * (position - below);
}
