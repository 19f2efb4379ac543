import type { PassFigure } from '../results/trials.ts';
import { passAtK, passHatK } from '../statistics/pass-k.ts';
import { clusteredInterval } from './mean-interval.ts';

/** The trials of one task: how many have a known result, how many of them succeeded, and how many are open. */
export interface TaskTrials {
  readonly known: number;
  readonly successes: number;
  readonly open: number;
}

/** Every k up to here is shown, then each twice the one before. */
const EACH_K = 10;

/** pass@k and pass^k, each as the mean over the tasks with at least k known trials, for every k that some task has. */
export function summarizeTrials(tasks: readonly TaskTrials[]): {
  readonly pass_at_k: readonly PassFigure[];
  readonly pass_hat_k: readonly PassFigure[];
} {
  const most = tasks.reduce((max, { known, open }) => Math.max(max, known + open), 0);
  const ks: number[] = [];
  for (let k = 1; k <= most; k = k < EACH_K ? k + 1 : k * 2) ks.push(k);
  return {
    pass_at_k: ks.map((k) => passFigure(tasks, k, passAtK)),
    pass_hat_k: ks.map((k) => passFigure(tasks, k, passHatK)),
  };
}

type Pass = (n: number, c: number, k: number) => number | null;

function passFigure(tasks: readonly TaskTrials[], k: number, pass: Pass): PassFigure {
  const values = present(tasks.map(({ known, successes }) => pass(known, successes, k)));
  const clusters = values.map((value) => ({ n: 1, sum: value }));
  const interval = clusteredInterval(clusters, 'task', { isProportion: true, range: [0, 1] });
  return {
    k,
    value: values.length ? meanOf(values) : null,
    tasks: values.length,
    excluded: tasks.length - values.length,
    ...interval,
    bounds: boundsOf(tasks, k, pass),
  };
}

/** With every open trial a failure, and with every one a success; null where none is open. */
function boundsOf(tasks: readonly TaskTrials[], k: number, pass: Pass): readonly [number, number] | null {
  if (tasks.every(({ open }) => open === 0)) return null;
  const worst = present(tasks.map(({ known, successes, open }) => pass(known + open, successes, k)));
  const best = present(tasks.map(({ known, successes, open }) => pass(known + open, successes + open, k)));
  return worst.length ? [meanOf(worst), meanOf(best)] : null;
}

function present(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

/** Of numbers in ascending order, so that the order of the tasks does not change the last digit. */
function meanOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b).reduce((sum, each) => sum + each, 0) / values.length;
}
