import type { TrialResult } from '../results/trials.ts';
import { summarizeTrials, type TaskTrials } from './trial-figures.ts';

/** What is known of a trial, or of one of several answers about it. */
export type TrialState =
  | { readonly state: 'success' | 'failure' }
  | { readonly state: 'open' | 'not_applicable'; readonly reason: string };

/** From what decides a trial alone to what says nothing about it. */
const WEIGHT = ['failure', 'open', 'success', 'not_applicable'] as const;

/** Gathers the trials of tasks, in any order. Several answers about one trial must all succeed. */
export class TrialTally {
  readonly #tasks = new Map<string, Map<string, TrialState>>();
  #withoutCase = 0;

  /** `task` and `trial`: names that tell them apart. */
  add(task: string, trial: string, answer: TrialState): void {
    let trials = this.#tasks.get(task);
    if (!trials) {
      trials = new Map();
      this.#tasks.set(task, trials);
    }
    const known = trials.get(trial);
    if (!known || comesBefore(answer, known)) trials.set(trial, answer);
  }

  addWithoutCase(): void {
    this.#withoutCase++;
  }

  result(success: string): TrialResult {
    const states = [...this.#tasks.values()].map((trials) => [...trials.values()]);
    const all = states.flat();
    const count = (state: TrialState['state']): number => all.filter((each) => each.state === state).length;
    const tasks = states.map(taskTrials).filter(({ known, open }) => known + open > 0);
    return {
      success,
      tasks: this.#tasks.size,
      trials: all.length,
      scored: count('success') + count('failure'),
      successes: count('success'),
      unresolved: count('open'),
      not_applicable: count('not_applicable'),
      without_case: this.#withoutCase,
      reasons: reasonsOf(all),
      trials_per_task: histogram(states.map(({ length }) => length)),
      ...summarizeTrials(tasks),
    };
  }
}

function comesBefore(a: TrialState, b: TrialState): boolean {
  const order = WEIGHT.indexOf(a.state) - WEIGHT.indexOf(b.state);
  return order < 0 || (order === 0 && 'reason' in a && 'reason' in b && a.reason < b.reason);
}

function taskTrials(states: readonly TrialState[]): TaskTrials {
  const count = (state: TrialState['state']): number => states.filter((each) => each.state === state).length;
  const successes = count('success');
  return { known: successes + count('failure'), successes, open: count('open') };
}

function reasonsOf(states: readonly TrialState[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const each of states) if ('reason' in each) counts.set(each.reason, (counts.get(each.reason) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function histogram(sizes: readonly number[]): { trials: number; tasks: number }[] {
  const counts = new Map<number, number>();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([trials, tasks]) => ({ trials, tasks }));
}
