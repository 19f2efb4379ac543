import type { Span } from '../model/span.ts';

/** Time from the first start to the last end of spans, as people read it; `time unknown` where it is not recorded. */
export function durationText(spans: readonly Span[]): string {
  let first: bigint | undefined;
  let last: bigint | undefined;
  for (const { startNs, endNs } of spans) {
    if (startNs !== undefined && (first === undefined || startNs < first)) first = startNs;
    if (endNs !== undefined && (last === undefined || endNs > last)) last = endNs;
  }
  if (first === undefined) return 'time unknown';
  if (last === undefined || last < first) return 'not finished';
  const seconds = Number(last - first) / 1e9;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${Math.round(seconds * 10) / 10} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
