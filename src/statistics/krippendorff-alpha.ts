import { allAlike, centredProducts, sumOf } from './moments.ts';

/** What the distance between two labels means. */
export type MeasurementLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/**
 * Krippendorff's alpha: one row a rater, one column a unit, null where the rater gave no label. 1 is full agreement, 0 as
 * much as by chance. Undefined where no unit has two labels, where labels do not vary, and for negative labels on a ratio
 * scale. Work is linear in the labels, but quadratic in different labels of a ratio scale. Source: Krippendorff 2011.
 */
export function krippendorffAlpha(
  raters: readonly (readonly (number | null)[])[],
  level: MeasurementLevel,
): number | undefined {
  const units = labelsOfUnits(raters).filter((labels) => labels.length > 1);
  const all = units.flat();
  if (allAlike(all) || (level === 'ratio' && all.some((label) => label < 0))) return undefined;
  const distances = DISTANCES[level](all);
  const expected = distances(all) / (all.length - 1);
  const observed = sumOf(units.map((labels) => distances(labels) / (labels.length - 1)));
  return 1 - observed / expected;
}

function labelsOfUnits(raters: readonly (readonly (number | null)[])[]): number[][] {
  const units: number[][] = [];
  for (const rater of raters) {
    for (const [unit, label] of rater.entries()) {
      units[unit] ??= [];
      if (label !== null) units[unit].push(label);
    }
  }
  return units;
}

/** The sum of squared distances over all ordered pairs of labels. */
type Distances = (labels: readonly number[]) => number;

const DISTANCES: Readonly<Record<MeasurementLevel, (all: readonly number[]) => Distances>> = {
  nominal: () => (labels) => labels.length ** 2 - sumOf([...tally(labels).values()].map((count) => count * count)),
  interval: () => squares,
  // Between two labels of an ordinal scale lie as many labels as between their middle ranks.
  ordinal: (all) => {
    const ranks = middleRanks(all);
    return (labels) => squares(labels.map((label) => ranks.get(label) ?? 0));
  },
  ratio: () => (labels) => {
    const counts = [...tally(labels)].filter(([label]) => label !== 0);
    const zeros = labels.length - counts.reduce((sum, [, count]) => sum + count, 0);
    // A zero is as far as can be from everything else.
    const others = counts.map(([a, many]) =>
      sumOf(counts.map(([b, count]) => many * count * ((a - b) / (a + b)) ** 2)),
    );
    return sumOf(others) + 2 * zeros * (labels.length - zeros);
  },
};

/** As Σ(a-b)² = 2nΣ(x-x̄)². */
function squares(labels: readonly number[]): number {
  return 2 * labels.length * centredProducts(labels, labels);
}

function middleRanks(labels: readonly number[]): Map<number, number> {
  const ranks = new Map<number, number>();
  let before = 0;
  for (const [label, count] of [...tally(labels)].sort(([a], [b]) => a - b)) {
    ranks.set(label, before + count / 2);
    before += count;
  }
  return ranks;
}

function tally(labels: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}
