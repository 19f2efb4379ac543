import type { Outcome } from '../../results/outcome.ts';
import type { RunResult } from '../../results/run-result.ts';
import { directions, fallsShort } from '../outcome-words.ts';

/** What a test case of JUnit can be. */
export type CaseState = 'passed' | 'failure' | 'error' | 'skipped';

/**
 * How an outcome counts. A file of test results and the exit code must not contradict each other, so a score below
 * full fails only where a binding gate on its metric failed: any score of the gate's scope where the gate has no
 * `where`, else its named offenders. Without a gate it passes and says its score. A metric that failed is an error.
 */
export function caseStates(run: RunResult): (outcome: Outcome) => CaseState {
  const direction = directions(run);
  const failed = run.gates.filter((gate) => gate.state === 'failed' && !gate.advisory);
  const whole = new Set(failed.filter(({ where }) => Object.keys(where).length === 0).map(gateKey));
  const offenders = new Set(failed.flatMap((gate) => gate.offenders.map(({ outcome }) => outcome)));
  return (outcome) => {
    if (outcome.status === 'error') return 'error';
    if (outcome.status !== 'scored') return 'skipped';
    if (offenders.has(outcome.id)) return 'failure';
    const gated = whole.has(gateKey({ metric: outcome.metric, scope: outcome.partition.type }));
    return gated && fallsShort(outcome, direction.get(outcome.metric)) ? 'failure' : 'passed';
  };
}

function gateKey({ metric, scope }: { readonly metric: string; readonly scope: string }): string {
  return `${scope} ${metric}`;
}
