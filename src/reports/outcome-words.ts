import type { Outcome } from '../results/outcome.ts';
import type { RunResult } from '../results/run-result.ts';
import { figure } from './figures.ts';

/** Direction of each metric of a run. */
export function directions(run: RunResult): ReadonlyMap<string, string> {
  return new Map(run.metrics.map(({ name, direction }) => [name, direction]));
}

/**
 * True for a score that is known to be short of a full one. Only metrics that are better when higher have one, 1:
 * nothing in a result says where a count of tokens or a depth would be full.
 */
export function fallsShort(outcome: Outcome, direction: string | undefined): boolean {
  return outcome.status === 'scored' && direction === 'higher_is_better' && outcome.score < 1;
}

/** The answer in words: `0 (empty)`, `unresolved (content_not_captured)`, `not applicable (…)`, `error (…)`. */
export function verdictWords(outcome: Outcome): string {
  if (outcome.status === 'scored') {
    const why = outcome.label ?? outcome.reason;
    const bounds = outcome.bounds ? `, between ${bound(outcome.bounds[0])} and ${bound(outcome.bounds[1])}` : '';
    return `${figure(outcome.score)}${why === undefined ? '' : ` (${why})`}${bounds}`;
  }
  return `${outcome.status === 'not_applicable' ? 'not applicable' : outcome.status} (${outcome.reason})`;
}

/** An end of bounds; unlimited where nothing limits it. */
export function bound(value: number | null): string {
  return value === null ? 'no limit' : figure(value);
}

/** What went wrong in one sentence; an error adds its message. */
export function because(outcome: Outcome): string {
  return outcome.status === 'error' && outcome.message !== '' && !outcome.because.includes(outcome.message)
    ? `${outcome.because}: ${outcome.message}`
    : outcome.because;
}
