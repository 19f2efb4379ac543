import type { RunResult } from '../results/run-result.ts';

/** The one table of exit codes. */
export const EXIT = { done: 0, gateFailed: 1, impossible: 2, unsupported: 3, bug: 70, interrupted: 130 } as const;

/**
 * The exit code of a finished run: of its gates; without gates, whether anything was evaluated. Errors of a metric that
 * a gate looks at as a whole are for that gate to bear; of all others there may be `maxErrors`.
 */
export function exitCode(run: RunResult, maxErrors = 0): number {
  if (run.partial) return EXIT.interrupted;
  const gates = run.gates.filter((gate) => !gate.advisory);
  if (gates.some((gate) => gate.state === 'failed')) return EXIT.gateFailed;
  if (gates.some((gate) => gate.state === 'unsupported')) return EXIT.unsupported;
  const gated = new Set(gates.flatMap(({ metric, where }) => (Object.keys(where).length ? [] : [metric])));
  const errors = run.summaries.reduce((sum, { metric, error }) => sum + (gated.has(metric) ? 0 : error), 0);
  if (errors > maxErrors) return EXIT.unsupported;
  const evaluated = run.summaries.some((summary) => summary.scored > 0);
  return gates.length || evaluated ? EXIT.done : EXIT.unsupported;
}
