import type { Figures, GroupSummary, MetricSummary } from '../results/metric-summary.ts';
import type { Bounds, Outcome } from '../results/outcome.ts';
import { quantile } from '../statistics/quantile.ts';
import { ClusterTally, clusterOf } from './cluster-tally.ts';
import { exactInterval, isBinary, type MeanInterval, meanInterval, type ScoreKind } from './mean-interval.ts';

/**
 * Gathers outcomes of one metric at one scope into a summary. Order does not matter, and tallies of parts merge into
 * the tally of the whole.
 */
export class ScoreTally {
  /** Scores that are known exactly. */
  readonly #scores: number[] = [];
  /** Answers with bounds: a score of which a part is unresolved, or none at all. */
  readonly #open: { readonly score: number | null; readonly bounds: Bounds }[] = [];
  readonly #clusters = new ClusterTally();
  readonly #counts = { not_applicable: 0, unresolved: 0, error: 0, vacuous: 0 };
  #labels: Map<string, number> | undefined;
  #reasons: Map<string, number> | undefined;
  #sorted: readonly number[] | undefined;

  /** `cluster`: its name, which a caller with many tallies has at hand. */
  add(outcome: Outcome, cluster = clusterOf(outcome)): void {
    this.#sorted = undefined;
    if (outcome.details.vacuous === true) this.#counts.vacuous++;
    if (outcome.status === 'scored') {
      if (outcome.bounds) this.#open.push({ score: outcome.score, bounds: outcome.bounds });
      else this.#scores.push(outcome.score);
      this.#clusters.add(cluster, outcome.score);
      if (outcome.label !== undefined) this.#labels = counted(this.#labels, outcome.label);
      return;
    }
    this.#counts[outcome.status]++;
    this.#reasons = counted(this.#reasons, outcome.reason);
    if (outcome.status === 'unresolved') this.#open.push({ score: null, bounds: outcome.bounds });
  }

  merge(other: ScoreTally): void {
    this.#sorted = undefined;
    for (const score of other.#scores) this.#scores.push(score);
    for (const each of other.#open) this.#open.push(each);
    this.#clusters.merge(other.#clusters);
    for (const key of ['not_applicable', 'unresolved', 'error', 'vacuous'] as const)
      this.#counts[key] += other.#counts[key];
    for (const [label, times] of other.#labels ?? []) this.#labels = counted(this.#labels, label, times);
    for (const [reason, times] of other.#reasons ?? []) this.#reasons = counted(this.#reasons, reason, times);
  }

  get scored(): number {
    return this.#scores.length + this.#open.filter(({ score }) => score !== null).length;
  }

  get unresolved(): number {
    return this.#counts.unresolved;
  }

  get errors(): number {
    return this.#counts.error;
  }

  /** Every outcome, whatever it says. */
  get n(): number {
    const { not_applicable, unresolved, error } = this.#counts;
    return this.scored + not_applicable + unresolved + error;
  }

  /** Scores in ascending order. */
  sorted(): readonly number[] {
    this.#sorted ??= ascending([...this.#scores, ...this.#open.flatMap(({ score }) => score ?? [])]);
    return this.#sorted;
  }

  /** The mean of the scores; null without any. */
  mean(): number | null {
    const sorted = this.sorted();
    return sorted.length ? sum(sorted) / sorted.length : null;
  }

  /** Full scores of a metric whose scores say yes or no; null for others, and without any. */
  successes({ isRate }: ScoreKind): number | null {
    const sorted = this.sorted();
    return isRate && sorted.length && isBinary(sorted) ? sorted.filter((score) => score === 1).length : null;
  }

  /** The interval of the mean: by clusters where units share them, else Wilson's of a proportion or Student's. */
  interval(kind: ScoreKind): MeanInterval {
    return meanInterval(this.sorted(), this.#clusters, kind);
  }

  summary(
    metric: string,
    scope: MetricSummary['scope'],
    kind: ScoreKind,
    parts: Pick<MetricSummary, 'groups' | 'tables' | 'steps'> = { groups: {}, tables: {} },
  ): MetricSummary {
    const sorted = this.sorted();
    return {
      metric,
      scope,
      ...this.figures(kind),
      exact: kind.isRate ? exactInterval(sorted, this.#clusters) : null,
      min: sorted[0] ?? null,
      max: sorted.at(-1) ?? null,
      median: quantile(sorted, 0.5) ?? null,
      p95: quantile(sorted, 0.95) ?? null,
      reasons: sortedRecord(this.#reasons),
      ...parts,
    };
  }

  group(key: string, kind: ScoreKind): GroupSummary {
    return { key, ...this.figures(kind) };
  }

  figures(kind: ScoreKind): Figures {
    return {
      n: this.n,
      scored: this.scored,
      ...this.#counts,
      mean: this.mean(),
      successes: this.successes(kind),
      ...this.interval(kind),
      bounds: this.#open.length ? [this.#meanAt(0), this.#meanAt(1)] : null,
      labels: sortedRecord(this.#labels),
    };
  }

  /** What the mean would be with every open answer at one end of its bounds; null where nothing limits it. */
  #meanAt(end: 0 | 1): number | null {
    const ends = this.#open.map(({ bounds }) => bounds[end]);
    const known = ends.filter((value) => value !== null);
    if (known.length < ends.length) return null;
    return sum(ascending([...this.#scores, ...known])) / (this.#scores.length + known.length);
  }
}

function ascending(numbers: number[]): number[] {
  return numbers.sort((a, b) => a - b);
}

/** Of numbers in ascending order, so that the order of the input does not change the last digit. */
function sum(sorted: readonly number[]): number {
  return sorted.reduce((total, each) => total + each, 0);
}

/** The counts with one more; made when there is the first. */
function counted(counts = new Map<string, number>(), key: string, times = 1): Map<string, number> {
  return counts.set(key, (counts.get(key) ?? 0) + times);
}

function sortedRecord(counts: ReadonlyMap<string, number> = new Map()): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
