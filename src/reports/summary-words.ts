import type {
  ExactFigure,
  Figures,
  IntervalFigure,
  MetricSummary,
  Spread,
  StepFigures,
} from '../results/metric-summary.ts';
import type { UsageTotals } from '../results/run-result.ts';
import { counts, figure, grouped, interval, percent, plural, sortedCounts, tokens } from './figures.ts';
import { bound } from './outcome-words.ts';

/** The mean with what defends it: `0.786 over 14 of 17, Wilson 95 % 0.524–0.924`, or `unknown (why)`. */
export function meanWords(figures: Figures & Partial<Pick<MetricSummary, 'reasons' | 'exact'>>): string {
  const { mean, interval: range, bounds } = figures;
  const parts = [
    mean === null
      ? `unknown (${unknownReason(figures)})`
      : `${figure(mean)} over ${grouped(figures.scored)} of ${grouped(figures.n)}`,
    mean === null ? '' : range ? intervalWords(range, mean) : noInterval(figures.interval_reason),
    oneSidedWords(figures.exact),
    bounds?.some((end) => end !== null)
      ? `the unresolved leave it between ${bound(bounds[0])} and ${bound(bounds[1])}`
      : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** The interval; where tasks with more trials than others must not weigh more, what it is around. */
function intervalWords(range: IntervalFigure, mean: number): string {
  const { estimate } = range;
  const around = estimate !== undefined && figure(estimate) !== figure(mean) ? ` around ${figure(estimate)}` : '';
  return `${interval(range)}${around}`;
}

/** Why there is no interval, where units that depend on each other are the reason; else nothing. */
export function noInterval(reason: string | null): string {
  if (reason === 'one_task') return 'no interval: all of one task';
  return reason === 'one_session' ? 'no interval: all of one session' : '';
}

function oneSidedWords(exact: ExactFigure | null | undefined): string {
  if (!exact?.one_sided) return '';
  const { side, bound: end } = exact.one_sided;
  return `exact one-sided ${percent(exact.level)} at ${side === 'lower' ? 'least' : 'most'} ${figure(end)}`;
}

function unknownReason({
  n,
  reasons = {},
}: {
  readonly n: number;
  readonly reasons?: MetricSummary['reasons'];
}): string {
  if (n === 0) return 'nothing to score';
  const known = sortedCounts(reasons).slice(0, 3);
  return known.length ? known.map(([reason, count]) => `${grouped(count)} × ${reason}`).join(', ') : 'nothing scored';
}

/** `steps: mean 12.3, median 11, p95 28 over 200 runs; of the 195 that terminated mean 11.8, …; 5 reached the cap`. */
export function stepWords({ all, terminated, censored }: StepFigures): string {
  if (all.n === 0) return 'steps: unknown';
  const of = ({ mean, median, p95 }: Spread): string =>
    `mean ${figure(mean ?? 0)}, median ${figure(median ?? 0)}, p95 ${figure(p95 ?? 0)}`;
  const ended = terminated.n
    ? `; of the ${grouped(terminated.n)} that terminated ${of(terminated)}`
    : '; none terminated';
  const cut = censored ? `; ${grouped(censored)} cut off at the cap` : '';
  return `steps: ${of(all)} over ${plural(all.n, 'run')}${ended}${cut}`;
}

/** What the mean leaves out and why, or undefined: `1 unresolved, 2 not applicable (content_not_captured 1)`. */
export function leftOutWords(summary: MetricSummary): string | undefined {
  const states = counts({
    unresolved: summary.unresolved,
    'not applicable': summary.not_applicable,
    error: summary.error,
  });
  if (!states) return undefined;
  const reasons = sortedCounts(summary.reasons)
    .slice(0, 3)
    .map(([reason, count]) => `${grouped(count)} × ${reason}`);
  return reasons.length && summary.mean !== null ? `${states}: ${reasons.join(', ')}` : states;
}

/** Spread of scores that are no yes or no, and labels: `min 0, median 3, p95 9, max 12; 11 valid, 2 empty; 1 vacuous`. */
export function spreadWords(summary: MetricSummary): string {
  const spread = (['min', 'median', 'p95', 'max'] as const)
    .map((name) => [name, summary[name]] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${figure(value ?? 0)}`);
  const parts = [
    summary.successes === null && summary.min !== summary.max ? spread.join(', ') : '',
    counts(summary.labels),
    summary.vacuous ? `${grouped(summary.vacuous)} vacuous` : '',
  ];
  return parts.filter(Boolean).join('; ');
}

/** `input 84,200, output 9,100, total at least 93,300, of it delegated 40,000`. */
export function usageWords(usage: UsageTotals): string {
  return [
    `input ${tokens(usage.input)}`,
    `output ${tokens(usage.output)}`,
    `total ${tokens(usage.total)}`,
    `of it delegated ${tokens(usage.delegated)}`,
  ].join(', ');
}

/** What the token totals leave out and why: `3 × usage_not_reported`; undefined when nothing is. */
export function usageLeftOut(usage: UsageTotals): string | undefined {
  const parts = usage.left_out.map(({ reason, count }) => `${grouped(count)} × ${reason}`);
  return parts.length ? parts.join(', ') : undefined;
}
