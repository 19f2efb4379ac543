import type { IntervalFigure } from '../results/metric-summary.ts';
import type { TokenFigure } from '../results/run-result.ts';

/** A whole number with commas between thousands. */
export function grouped(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A figure as people read it: whole numbers exact, others to three digits. Rounding never claims a whole number. */
export function figure(value: number): string {
  if (Number.isInteger(value)) return grouped(value);
  const rounded = Math.round(value * 1000) / 1000;
  if (Number.isInteger(rounded)) return `${rounded > value ? '<' : '>'}${grouped(rounded)}`;
  const [whole = '', rest = ''] = String(rounded).split('.');
  return `${grouped(whole)}.${rest}`;
}

/** A share as a percentage. 0 % and 100 % stand only for none and all. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded >= 100 && share < 1) return '>99 %';
  if (rounded <= 0 && share > 0) return '<1 %';
  return `${rounded} %`;
}

/** `12,400`, `at least 12,400` for a known subtotal, or `unknown`. */
export function tokens(value: Pick<TokenFigure, 'known' | 'complete'>): string {
  if (value.known === null) return 'unknown';
  return value.complete ? grouped(value.known) : `at least ${grouped(value.known)}`;
}

/** `1 agent`, `2 agents`. */
export function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : nouns}`;
}

/** An interval with its method and level: `Wilson 95 % 0.52–0.92`, `task-clustered t over 50 tasks 95 % 0.32–0.53`. */
export function interval(of: IntervalFigure): string {
  return `${intervalMethod(of)} ${figure(of.low)}–${figure(of.high)}`;
}

/** How an interval was made and its level, without its ends. */
export function intervalMethod({ method, level, clusters }: IntervalFigure): string {
  const over = clusters ? ` over ${grouped(clusters.count)} ${clusters.unit.replaceAll('_', ' ')}s` : '';
  const name = method
    .replace(/^wilson(?:_over_\w+)?/, 'Wilson')
    .replace(
      /^(task|session|task_or_session)_clustered_/,
      (prefix) => `${prefix.slice(0, -11).replaceAll('_', ' ')}-clustered `,
    )
    .replaceAll('_', ' ');
  return `${name}${over} ${percent(level)}`;
}

/** Counts by name, most first: `2 empty, 1 error`. */
export function counts(of: Readonly<Record<string, number>>): string {
  return sortedCounts(of)
    .map(([name, count]) => `${grouped(count)} ${name}`)
    .join(', ');
}

/** Counts above zero, most first, then by name. */
export function sortedCounts(of: Readonly<Record<string, number>>): (readonly [string, number])[] {
  return Object.entries(of)
    .filter(([, count]) => count > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
