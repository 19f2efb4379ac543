import { allAlike, centredProducts, mean, SAME, sumOf } from './moments.ts';

/** How alike the units of a group are. */
export interface IntraclassCorrelation {
  /** Mean square between groups, and within them. */
  readonly between: number;
  readonly within: number;
  /** ICC(1), at most 1; below 0 where groups are more alike than their units. Null where nothing varies. */
  readonly icc: number | null;
  /** By how many times a mean varies more than one of as many independent units. */
  readonly designEffect: number | null;
  /** How many independent units weigh as much as these. */
  readonly effectiveUnits: number | null;
}

/**
 * The one-way intraclass correlation ICC(1) of groups such as the trials of tasks, and the design effect 1+(k-1)·ICC.
 * Where groups differ in size, k is the mean size of analysis of variance for the one, Σn²/Σn for the other. Undefined
 * where there are fewer than two groups, or no group has two units. Sources: Shrout and Fleiss 1979; Donner 1986.
 */
export function intraclassCorrelation(groups: readonly (readonly number[])[]): IntraclassCorrelation | undefined {
  const filled = groups.filter((group) => group.length > 0);
  const all = filled.flat();
  const [g, n] = [filled.length, all.length];
  if (g < 2 || n === g) return undefined;
  const centre = mean(all);
  const between = sumOf(filled.map((group) => group.length * (mean(group) - centre) ** 2)) / (g - 1);
  const within = sumOf(filled.map((group) => centredProducts(group, group))) / (n - g);
  if (allAlike(all)) return { between: 0, within: 0, icc: null, designEffect: null, effectiveUnits: null };
  const sizes = filled.reduce((sum, group) => sum + group.length ** 2, 0) / n;
  const size = (n - sizes) / (g - 1);
  const icc = (between - within) / (between + (size - 1) * within);
  const designEffect = 1 + (sizes - 1) * icc;
  // Groups that are opposites in themselves can have a design effect of 0: then no number of units weighs as much.
  return { between, within, icc, designEffect, effectiveUnits: designEffect > SAME ? n / designEffect : null };
}
