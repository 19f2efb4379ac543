/**
 * The half width of a confidence sequence of a mean: an interval that holds at all `n` at once, so that one may look
 * after every unit. `deviation` is the standard deviation of the units, `rho` > 0 says where it is narrowest (fixed
 * before), `alpha` is two-sided. It holds for many units. Sources: Robbins 1970; Waudby-Smith et al. 2021.
 */
export function confidenceSequenceHalfWidth(
  n: number,
  { deviation, rho, alpha }: { readonly deviation: number; readonly rho: number; readonly alpha: number },
): number {
  const mixed = n * rho * rho;
  return deviation * Math.sqrt(((mixed + 1) / (n * mixed)) * Math.log((mixed + 1) / alpha ** 2));
}
