import { LEVEL } from './interval.ts';
import { mean } from './moments.ts';
import { type PairedT, pairedT } from './paired-t.ts';

/** The scores of one task's trials in two arms. The arms need not have as many. */
export interface TaskTrials {
  readonly treatment: readonly number[];
  readonly baseline: readonly number[];
}

/** The mean difference over tasks, with what the tasks say about it. */
export interface TaskDifferences extends PairedT {
  /** One a task with trials in both arms, in the order of the tasks. */
  readonly differences: readonly number[];
  /** Tasks without a trial in one of the arms, which have no difference. */
  readonly missing: number;
}

/**
 * The mean over tasks of mean treatment less mean baseline: each task has the same weight, however many trials it has,
 * and trials of a task are no independent units. Undefined where no task has trials in both arms. Source: Miller 2024,
 * with the t distribution over tasks.
 */
export function taskDifferences(tasks: readonly TaskTrials[], level = LEVEL): TaskDifferences | undefined {
  const matched = tasks.filter(({ treatment, baseline }) => treatment.length > 0 && baseline.length > 0);
  const differences = matched.map(({ treatment, baseline }) => mean(treatment) - mean(baseline));
  const found = pairedT(differences, level);
  return found && { ...found, differences, missing: tasks.length - matched.length };
}
