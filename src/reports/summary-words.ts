import type { MetricSummary, UsageTotals } from '../results/run-result.ts';
import { counts, figure, grouped, interval, sortedCounts, tokens } from './figures.ts';
import { bound } from './outcome-words.ts';

/** The mean with what defends it: `0.786 over 14 of 17, Wilson 95 % 0.524–0.924`, or `unknown (why)`. */
export function meanWords(summary: MetricSummary): string {
  const bounds = summary.bounds
    ? `, the unresolved leave it between ${bound(summary.bounds[0])} and ${bound(summary.bounds[1])}`
    : '';
  if (summary.mean === null) return `unknown (${unknownReason(summary)})${bounds}`;
  const range = summary.interval ? `, ${interval(summary.interval)}` : '';
  return `${figure(summary.mean)} over ${grouped(summary.scored)} of ${grouped(summary.n)}${range}${bounds}`;
}

function unknownReason(summary: MetricSummary): string {
  if (summary.n === 0) return 'nothing to score';
  const reasons = sortedCounts(summary.reasons).slice(0, 3);
  return reasons.length
    ? reasons.map(([reason, count]) => `${grouped(count)} × ${reason}`).join(', ')
    : 'nothing scored';
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

/** Spread and labels: `min 0, median 1, p95 1, max 1; 11 valid, 2 empty; 1 vacuous`. */
export function spreadWords(summary: MetricSummary): string {
  const spread = (['min', 'median', 'p95', 'max'] as const)
    .map((name) => [name, summary[name]] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${figure(value ?? 0)}`);
  const parts = [
    spread.join(', '),
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
