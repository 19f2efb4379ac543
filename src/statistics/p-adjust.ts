/** P-values, one a hypothesis, made larger for being several; in the order in which they came. */
type Adjustment = (p: readonly number[]) => number[];

/** Each p-value times their number. Holds the chance of any false finding. Source: Bonferroni; Dunn 1961. */
export const bonferroni: Adjustment = (p) => p.map((each) => Math.min(1, each * p.length));

/** Stepwise, never less powerful than Bonferroni. Holds the chance of any false finding. Source: Holm 1979. */
export const holm: Adjustment = (p) => {
  let most = 0;
  return inOrder(p, (sorted) =>
    sorted.map((each, index) => {
      most = Math.max(most, each * (sorted.length - index));
      return Math.min(1, most);
    }),
  );
};

/** Holds the share of false findings among those of independent tests. Source: Benjamini and Hochberg 1995. */
export const benjaminiHochberg: Adjustment = (p) => falseDiscovery(p, 1);

/** Holds the share of false findings however tests depend on each other. Source: Benjamini and Yekutieli 2001. */
export const benjaminiYekutieli: Adjustment = (p) =>
  falseDiscovery(
    p,
    p.reduce((sum, _, index) => sum + 1 / (index + 1), 0),
  );

/**
 * Holds the chance of any false finding among independent tests, and finds more than Holm. Its work is quadratic in the
 * number of hypotheses. Sources: Hommel 1988; Wright 1992.
 */
export const hommel: Adjustment = (p) =>
  inOrder(p, (sorted) => {
    const n = sorted.length;
    let adjusted = sorted.map(() => least(sorted, n, 1));
    for (let m = n - 1; m >= 2; m--) {
      const kept = n - m + 1;
      const ofRest = least(sorted.slice(kept), m, 2);
      adjusted = adjusted.map((most, index) => {
        const own = m * (sorted[Math.min(index, kept - 1)] ?? 1);
        return Math.max(most, Math.min(own, ofRest));
      });
    }
    return adjusted.map((each, index) => Math.max(each, sorted[index] ?? 0));
  });

/** The least of m·p/i, for p in ascending order with i counted from `first`. */
function least(sorted: readonly number[], m: number, first: number): number {
  return sorted.reduce((low, each, index) => Math.min(low, (m * each) / (first + index)), 1);
}

function falseDiscovery(p: readonly number[], factor: number): number[] {
  return inOrder(p, (sorted) => {
    const adjusted = [...sorted];
    let low = 1;
    for (let rank = sorted.length; rank >= 1; rank--) {
      low = Math.min(low, (sorted[rank - 1] ?? 1) * factor * (sorted.length / rank));
      adjusted[rank - 1] = low;
    }
    return adjusted;
  });
}

/** Adjusts p-values in ascending order and gives each back in its place. */
function inOrder(p: readonly number[], adjust: Adjustment): number[] {
  const order = p.map((_, index) => index).sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0));
  const adjusted = adjust(order.map((index) => p[index] ?? 1));
  const inPlace = new Array<number>(p.length);
  for (const [rank, index] of order.entries()) inPlace[index] = adjusted[rank] ?? 1;
  return inPlace;
}
