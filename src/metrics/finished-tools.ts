import type { Span } from '../model/span.ts';

/** True for a TOOL span that ended, has a result, or has a status: others were never finished. */
export function isFinished({ endNs, status, tool }: Span): boolean {
  return endNs !== undefined || status !== 'UNSET' || tool?.result !== undefined;
}
