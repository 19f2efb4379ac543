/** The units of one cluster, such as the trials of a task: how many there are, and the sum of their scores. */
export interface Cluster {
  readonly n: number;
  readonly sum: number;
}

/** A mean with its standard error, where units of one cluster depend on each other. */
export interface ClusteredMean {
  readonly mean: number;
  /** Null for fewer than two clusters: one cluster says nothing about others. */
  readonly standardError: number | null;
}

/**
 * The mean over all units, with the cluster-robust standard error: CR1, which is `cr0` of Miller 2024 with the
 * correction for few clusters, g/(g-1). Undefined without units.
 */
export function meanOfUnits(
  clusters: readonly Cluster[],
): (ClusteredMean & { readonly cr0: number | null }) | undefined {
  const g = clusters.length;
  const ordered = inOrder(clusters);
  const n = sum(ordered, (each) => each.n);
  if (n === 0) return undefined;
  const mean = sum(ordered, (each) => each.sum) / n;
  if (g < 2) return { mean, standardError: null, cr0: null };
  const cr0 = Math.sqrt(sum(ordered, (each) => (each.sum - each.n * mean) ** 2)) / n;
  return { mean, standardError: cr0 * Math.sqrt(g / (g - 1)), cr0 };
}

/**
 * The mean of the means of the clusters, each with the same weight, and its standard error sd/√g. With as many units in
 * each it is `meanOfUnits`. Undefined without clusters.
 */
export function meanOfClusterMeans(clusters: readonly Cluster[]): ClusteredMean | undefined {
  return meanOfUnits(clusters.map(({ n, sum: total }) => ({ n: 1, sum: total / n })));
}

/**
 * How many independent units weigh as much as these do where units of one cluster say nothing new: (Σn)²/Σn². Source:
 * Kish 1965.
 */
export function effectiveUnits(clusters: readonly Cluster[]): number {
  const n = sum(clusters, (each) => each.n);
  return n === 0 ? 0 : (n * n) / sum(clusters, (each) => each.n * each.n);
}

/** So that the order of the input does not change the last digit. */
function inOrder(clusters: readonly Cluster[]): readonly Cluster[] {
  return [...clusters].sort((a, b) => a.n - b.n || a.sum - b.sum);
}

function sum(clusters: readonly Cluster[], of: (cluster: Cluster) => number): number {
  return clusters.reduce((total, each) => total + of(each), 0);
}
