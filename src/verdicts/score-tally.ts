import type { Outcome } from '../results/outcome.ts';
import type { GroupSummary, MetricSummary } from '../results/run-result.ts';
import { type Interval, wilson } from '../statistics/interval.ts';
import { quantile } from '../statistics/quantile.ts';

/**
 * Gathers outcomes of one metric at one scope into a summary. Order does not matter, and tallies of parts merge into
 * the tally of the whole.
 */
export class ScoreTally {
  readonly #scores: number[] = [];
  readonly #counts = { not_applicable: 0, unresolved: 0, error: 0, vacuous: 0 };
  readonly #labels = new Map<string, number>();
  readonly #reasons = new Map<string, number>();
  /** Bounds of outcomes that have any: what the mean could be is made of them. */
  #low: number | null = 0;
  #high: number | null = 0;

  add(outcome: Outcome): void {
    if (outcome.details.vacuous === true) this.#counts.vacuous++;
    if (outcome.status === 'scored') {
      this.#scores.push(outcome.score);
      if (outcome.label !== undefined) count(this.#labels, outcome.label);
      this.#bound(outcome.bounds ?? [outcome.score, outcome.score]);
      return;
    }
    this.#counts[outcome.status]++;
    count(this.#reasons, outcome.reason);
    if (outcome.status === 'unresolved') this.#bound(outcome.bounds);
  }

  merge(other: ScoreTally): void {
    for (const score of other.#scores) this.#scores.push(score);
    for (const key of ['not_applicable', 'unresolved', 'error', 'vacuous'] as const)
      this.#counts[key] += other.#counts[key];
    for (const [label, times] of other.#labels) count(this.#labels, label, times);
    for (const [reason, times] of other.#reasons) count(this.#reasons, reason, times);
    this.#bound([other.#low, other.#high]);
  }

  get scored(): number {
    return this.#scores.length;
  }

  get unresolved(): number {
    return this.#counts.unresolved;
  }

  get errors(): number {
    return this.#counts.error;
  }

  /** Scores in ascending order. */
  sorted(): readonly number[] {
    return this.#scores.sort((a, b) => a - b);
  }

  /** Sum in ascending order, so that the order of the input does not change the last digit. */
  mean(): number | null {
    return this.#scores.length ? this.sorted().reduce((sum, score) => sum + score, 0) / this.#scores.length : null;
  }

  /** Wilson's interval where every score is 0 or 1; else none. */
  interval(): Interval | null {
    if (!this.#scores.every((score) => score === 0 || score === 1)) return null;
    return wilson(this.#scores.filter((score) => score === 1).length, this.#scores.length) ?? null;
  }

  summary(
    metric: string,
    scope: MetricSummary['scope'],
    isRate: boolean,
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
      interval: isRate ? this.interval() : null,
      min: sorted[0] ?? null,
      max: sorted.at(-1) ?? null,
      median: quantile(sorted, 0.5) ?? null,
      p95: quantile(sorted, 0.95) ?? null,
      labels: sortedRecord(this.#labels),
      reasons: sortedRecord(this.#reasons),
      bounds: unresolved > 0 ? this.#meanBounds(sorted.length + unresolved) : null,
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

  #bound([low, high]: readonly [number | null, number | null]): void {
    this.#low = low === null || this.#low === null ? null : this.#low + low;
    this.#high = high === null || this.#high === null ? null : this.#high + high;
  }

  #meanBounds(n: number): [number | null, number | null] {
    return [this.#low === null ? null : this.#low / n, this.#high === null ? null : this.#high / n];
  }
}

function count(counts: Map<string, number>, key: string, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
}

function sortedRecord(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
