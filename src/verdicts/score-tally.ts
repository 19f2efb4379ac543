import type { Bounds, Outcome } from '../results/outcome.ts';
import type { GroupSummary, MetricSummary } from '../results/run-result.ts';
import { clipped, type Interval, tInterval, wilson } from '../statistics/interval.ts';
import { quantile } from '../statistics/quantile.ts';

/** What kind of scores a metric gives. */
export interface ScoreKind {
  /** Whether they say yes or no, so that their mean is a proportion. */
  readonly isRate: boolean;
  /** The least and the greatest score that is to be expected; null where nothing limits it. */
  readonly range: readonly [number, number | null];
}

/**
 * Gathers outcomes of one metric at one scope into a summary. Order does not matter, and tallies of parts merge into
 * the tally of the whole.
 */
export class ScoreTally {
  /** Scores that are known exactly. */
  readonly #scores: number[] = [];
  /** Answers with bounds: a score of which a part is unresolved, or none at all. */
  readonly #open: { readonly score: number | null; readonly bounds: Bounds }[] = [];
  readonly #counts = { not_applicable: 0, unresolved: 0, error: 0, vacuous: 0 };
  readonly #labels = new Map<string, number>();
  readonly #reasons = new Map<string, number>();

  add(outcome: Outcome): void {
    if (outcome.details.vacuous === true) this.#counts.vacuous++;
    if (outcome.status === 'scored') {
      if (outcome.bounds) this.#open.push({ score: outcome.score, bounds: outcome.bounds });
      else this.#scores.push(outcome.score);
      if (outcome.label !== undefined) count(this.#labels, outcome.label);
      return;
    }
    this.#counts[outcome.status]++;
    count(this.#reasons, outcome.reason);
    if (outcome.status === 'unresolved') this.#open.push({ score: null, bounds: outcome.bounds });
  }

  merge(other: ScoreTally): void {
    for (const score of other.#scores) this.#scores.push(score);
    for (const each of other.#open) this.#open.push(each);
    for (const key of ['not_applicable', 'unresolved', 'error', 'vacuous'] as const)
      this.#counts[key] += other.#counts[key];
    for (const [label, times] of other.#labels) count(this.#labels, label, times);
    for (const [reason, times] of other.#reasons) count(this.#reasons, reason, times);
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

  /** Scores in ascending order. */
  sorted(): readonly number[] {
    return ascending([...this.#scores, ...this.#open.flatMap(({ score }) => score ?? [])]);
  }

  /** The mean of the scores; null without any. */
  mean(): number | null {
    const sorted = this.sorted();
    return sorted.length ? sum(sorted) / sorted.length : null;
  }

  /** Wilson's interval where every score is 0 or 1; else none. */
  proportion(): Interval | null {
    const sorted = this.sorted();
    if (!sorted.every((score) => score === 0 || score === 1)) return null;
    return wilson(sorted.filter((score) => score === 1).length, sorted.length) ?? null;
  }

  /** The interval of the mean: Wilson's of a proportion, else Student's; null where there is too little for one. */
  interval({ isRate, range }: ScoreKind): Interval | null {
    const proportion = isRate ? this.proportion() : null;
    if (proportion) return proportion;
    const sorted = this.sorted();
    const interval = tInterval(sorted);
    if (!interval) return null;
    const [least, most] = range;
    const isWithin = (sorted[0] ?? least) >= least && (most === null || (sorted.at(-1) ?? most) <= most);
    return isWithin ? clipped(interval, range) : interval;
  }

  summary(
    metric: string,
    scope: MetricSummary['scope'],
    kind: ScoreKind,
    groups: MetricSummary['groups'] = {},
  ): MetricSummary {
    const sorted = this.sorted();
    const { not_applicable, unresolved, error, vacuous } = this.#counts;
    return {
      metric,
      scope,
      n: sorted.length + not_applicable + unresolved + error,
      scored: sorted.length,
      not_applicable,
      unresolved,
      error,
      vacuous,
      mean: this.mean(),
      interval: this.interval(kind),
      min: sorted[0] ?? null,
      max: sorted.at(-1) ?? null,
      median: quantile(sorted, 0.5) ?? null,
      p95: quantile(sorted, 0.95) ?? null,
      labels: sortedRecord(this.#labels),
      reasons: sortedRecord(this.#reasons),
      bounds: this.#open.length ? [this.#meanAt(0), this.#meanAt(1)] : null,
      groups,
    };
  }

  group(key: string): GroupSummary {
    const { scored, unresolved } = this;
    const n = scored + unresolved + this.#counts.not_applicable + this.errors;
    return {
      key,
      n,
      scored,
      unresolved,
      mean: this.mean(),
      details: { labels: sortedRecord(this.#labels), errors: this.errors },
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

function count(counts: Map<string, number>, key: string, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

function sortedRecord(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
