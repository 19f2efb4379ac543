/** An amount in US dollars, rounded to the nano-dollar: sums in another order then agree. */
export function roundDollars(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}

/** An amount as text: cents, and more digits below one dollar. */
export function dollarText(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.0001) return 'less than $0.0001';
  return `$${usd >= 1 ? usd.toFixed(2) : usd.toFixed(4).replace(/0{1,2}$/, '')}`;
}
