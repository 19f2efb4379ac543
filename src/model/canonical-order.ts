import type { Span } from './span.ts';

/** Order of spans wherever order shows: start, then id. A span without a start comes last. */
export function compareSpans(a: Span, b: Span): number {
  if (a.startNs !== b.startNs) {
    if (a.startNs === undefined) return 1;
    if (b.startNs === undefined) return -1;
    return a.startNs < b.startNs ? -1 : 1;
  }
  return a.spanId < b.spanId ? -1 : a.spanId > b.spanId ? 1 : 0;
}

/** Order of texts by code unit: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
