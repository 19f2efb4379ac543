import { fairCoinCdf, fairCoinPmf } from './fair-coin.ts';

/**
 * The exact two-sided p-value of McNemar's test, of the pairs in which only one arm succeeded. 1 without such pairs.
 * Source: McNemar 1947, with the binomial distribution.
 */
export function mcnemarExact(treatmentOnly: number, baselineOnly: number): number {
  const fewer = Math.min(treatmentOnly, baselineOnly);
  return Math.min(1, 2 * fairCoinCdf(fewer, treatmentOnly + baselineOnly));
}

/** The two-sided mid-p-value of McNemar's test, less strict than the exact one. 1 without pairs. Source: Fagerland 2013. */
export function mcnemarMidP(treatmentOnly: number, baselineOnly: number): number {
  const n = treatmentOnly + baselineOnly;
  if (n === 0) return 1;
  const fewer = Math.min(treatmentOnly, baselineOnly);
  const observed = fairCoinPmf(fewer, n);
  return treatmentOnly === baselineOnly ? 1 - observed / 2 : 2 * fairCoinCdf(fewer, n) - observed;
}

/** The exact one-sided p-value that the treatment is better: P(X >= treatmentOnly). 1 without pairs. */
export function mcnemarOneSided(treatmentOnly: number, baselineOnly: number): number {
  // As many on the other side are as likely.
  return fairCoinCdf(baselineOnly, treatmentOnly + baselineOnly);
}
