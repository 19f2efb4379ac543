import type { Config } from './define-metric.ts';
import type { Run } from './process-run.ts';

/** The most steps that a run may take: that of its case, else the configured one. Undefined: none is declared. */
export function stepCap(run: Run, { step_cap: configured }: Config): number | undefined | 'invalid' {
  const caps = new Set(run.flatMap((trace) => trace.case?.stepCap ?? []));
  const [own] = caps;
  if (caps.size > 1 || (own !== undefined && (!Number.isSafeInteger(own) || own < 1))) return 'invalid';
  return own ?? (typeof configured === 'number' ? configured : undefined);
}
