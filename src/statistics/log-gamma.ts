const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function for x of at least 0.5. Source: Lanczos 1964, g = 7. */
export function logGamma(x: number): number {
  const z = x - 1;
  const sum = LANCZOS.reduce((total, coefficient, index) => total + coefficient / (z + index + 1), 0.99999999999980993);
  const base = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(base) - base + Math.log(sum);
}
