import type { GroupSummary, MetricSummary, SummaryTable } from '../results/metric-summary.ts';
import type { RunResult } from '../results/run-result.ts';
import type { PassFigure, TrialResult } from '../results/trials.ts';
import { figure, grouped, interval, plural, sortedCounts } from './figures.ts';
import { meanWords, noInterval, stepWords } from './summary-words.ts';

/** The summaries that say something, and a sentence about those with nothing to score and those that stay unknown. */
export function toldSummaries(run: RunResult): { readonly shown: MetricSummary[]; readonly silent: readonly string[] } {
  const told = run.summaries.filter((summary) => !saysNothing(summary));
  const names = new Set(told.map(({ metric }) => metric));
  const silent = run.summaries.filter((summary) => saysNothing(summary) && !names.has(summary.metric));
  const open = silent.filter(({ unresolved }) => unresolved > 0);
  const openNames = new Set(open.map(({ metric }) => metric));
  const out = silent.filter(({ metric }) => !openNames.has(metric));
  return {
    shown: told.filter((summary) => !repeatsTraces(summary, told)),
    silent: [...silentWords(open, 'unknown'), ...silentWords(out, 'not applicable')],
  };
}

/** Nothing is scored, no metric failed, and what is open is not narrowed down. */
function saysNothing({ scored, error, bounds }: MetricSummary): boolean {
  if (scored + error > 0) return false;
  const [low, high] = bounds ?? [null, null];
  return (low === null || low === 0) && (high === null || high === 1);
}

/** Where each session is one trace, its figure is that of its trace. */
function repeatsTraces(summary: MetricSummary, told: readonly MetricSummary[]): boolean {
  const same = ['n', 'scored', 'unresolved', 'error', 'mean', 'min', 'median', 'max'] as const;
  return (
    summary.scope === 'session' &&
    told.some(
      (other) =>
        other.scope === 'trace' && other.metric === summary.metric && same.every((key) => other[key] === summary[key]),
    )
  );
}

function silentWords(silent: readonly MetricSummary[], what: string): string[] {
  const names = new Set(silent.map(({ metric }) => metric));
  if (names.size === 0) return [];
  const reasons = new Map<string, Set<string>>();
  for (const { metric, reasons: found } of silent) {
    const [reason = 'nothing to score'] = sortedCounts(found).map(([name]) => name);
    reasons.set(reason, (reasons.get(reason) ?? new Set()).add(metric));
  }
  const sorted = [...reasons].sort(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1));
  const why = sorted.map(([reason, metrics]) => `${reason} (${familyWords(metrics).join(', ')})`);
  return [`${plural(names.size, 'metric')} ${what}: ${why.join('; ')}`];
}

/** Metrics from which a family is named instead of each of them. */
const MANY = 3;

/** `text.* 5, usage.cost`: many metrics of one family are one name with their number. */
function familyWords(metrics: ReadonlySet<string>): string[] {
  const families = new Map<string, string[]>();
  for (const metric of [...metrics].sort()) {
    const family = metric.slice(0, metric.indexOf('.') + 1);
    const known = families.get(family);
    if (known && family !== '') known.push(metric);
    else families.set(family === '' ? metric : family, [metric]);
  }
  return [...families].flatMap(([family, names]) => (names.length >= MANY ? [`${family}* ${names.length}`] : names));
}

/** The groups of a summary by one facet, and how many that leaves out. */
export function groupsBy(
  { groups }: MetricSummary,
  by: string,
  limit: number,
): { readonly groups: readonly GroupSummary[]; readonly leftOut: number } {
  const found = Object.hasOwn(groups, by) ? groups[by] : undefined;
  if (!found) return { groups: [], leftOut: 0 };
  const shown = found.groups.slice(0, Math.max(1, limit));
  return { groups: shown, leftOut: found.groups.length - shown.length + found.left_out };
}

/** The figures of a group by a facet, with its steps where a metric tells them. */
export function groupWords(group: GroupSummary, by: string): string {
  // That the group of a task is of one task goes without saying.
  const words = meanWords(
    by === 'task' && group.interval_reason === 'one_task' ? { ...group, interval_reason: null } : group,
  );
  return group.steps ? `${words}; ${stepWords(group.steps)}` : words;
}

/** The tables of a summary that have a row, by name. */
export function sortedTables({ tables }: MetricSummary): (readonly [string, SummaryTable])[] {
  return Object.entries(tables)
    .filter(([, { rows, left_out: leftOut }]) => rows.length + leftOut > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** `84 of 200 trials of 50 tasks succeeded (recorded.success), 4 trials each`. */
export function trialWords(found: TrialResult): string {
  const sizes = found.trials_per_task.map(({ trials }) => trials);
  const [least = 0, most = least] = [sizes[0], sizes.at(-1)];
  const each = least === most ? `${plural(least, 'trial')} each` : `${grouped(least)} to ${grouped(most)} trials each`;
  const parts = [
    `${grouped(found.successes)} of ${plural(found.scored, 'trial')} of ${plural(found.tasks, 'task')} succeeded (${found.success}), ${each}`,
    found.unresolved ? `${grouped(found.unresolved)} open` : '',
    found.not_applicable ? `${grouped(found.not_applicable)} not applicable` : '',
    found.without_case ? `${plural(found.without_case, 'trace')} without a case` : '',
  ];
  const reasons = sortedCounts(found.reasons).slice(0, 3);
  const why = reasons.length ? `: ${reasons.map(([reason, count]) => `${grouped(count)} × ${reason}`).join(', ')}` : '';
  return `${parts.filter(Boolean).join(', ')}${why}`;
}

/** `0.42, task-clustered t over 50 tasks 95 % 0.315–0.525, standard error 0.0522`, or `unknown (…)`. */
export function passWords({ value, interval: range, interval_reason, tasks, excluded, bounds }: PassFigure): string {
  const error = range?.standard_error;
  const parts = [
    value === null ? 'unknown' : figure(value),
    value === null ? '' : range ? interval(range) : noInterval(interval_reason) || `over ${plural(tasks, 'task')}`,
    error === undefined ? '' : `standard error ${error.toFixed(4)}`,
    excluded ? `${plural(excluded, 'task')} with fewer trials left out` : '',
    bounds ? `open trials leave it between ${figure(bounds[0])} and ${figure(bounds[1])}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}
