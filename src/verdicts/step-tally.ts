import { field } from '../model/json.ts';
import type { Spread, StepFigures } from '../results/metric-summary.ts';
import type { ScoreRecord } from '../results/score-record.ts';
import { quantile } from '../statistics/quantile.ts';

/** The metric whose rate never stands without the steps that the runs took. */
export const TERMINATION = 'process.loop_termination';

/** Steps of runs by whether they terminated. A rate of termination without them rewards runs that give up. */
export class StepTally {
  readonly #terminated: number[] = [];
  readonly #others: number[] = [];
  #censored = 0;

  /** `outcome`: of a metric that says whether a run terminated, and tells `steps` and `step_cap` in its details. */
  add(outcome: Pick<ScoreRecord, 'status' | 'score' | 'details'>): void {
    const steps = field(outcome.details, 'steps');
    if (typeof steps !== 'number') return;
    const cap = field(outcome.details, 'step_cap');
    const terminated = outcome.status === 'scored' && outcome.score === 1;
    (terminated ? this.#terminated : this.#others).push(steps);
    if (!terminated && typeof cap === 'number' && steps >= cap) this.#censored++;
  }

  merge(other: StepTally): void {
    for (const steps of other.#terminated) this.#terminated.push(steps);
    for (const steps of other.#others) this.#others.push(steps);
    this.#censored += other.#censored;
  }

  figures(): StepFigures {
    return {
      all: spreadOf([...this.#terminated, ...this.#others]),
      terminated: spreadOf([...this.#terminated]),
      censored: this.#censored,
    };
  }
}

function spreadOf(numbers: number[]): Spread {
  const sorted = numbers.sort((a, b) => a - b);
  const n = sorted.length;
  return {
    n,
    mean: n ? sorted.reduce((sum, each) => sum + each, 0) / n : null,
    median: quantile(sorted, 0.5) ?? null,
    p95: quantile(sorted, 0.95) ?? null,
  };
}
