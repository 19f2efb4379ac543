import type { EvaluationCase } from '../model/case.ts';
import { shortHash } from '../model/hash.ts';
import type { Outcome } from '../results/outcome.ts';
import type { Plan } from './plan.ts';

/** A case without a trace stays in every denominator: each metric at trace scope leaves it open. */
export function* missingCaseOutcomes(
  plan: Plan,
  cases: readonly EvaluationCase[],
): Generator<{ outcome: Outcome; metric: string }> {
  for (const missing of cases) {
    for (const { metric, scope, resolved } of plan.jobs) {
      if (scope !== 'trace') continue;
      const base = {
        metric: resolved.emittedName,
        config_hash: resolved.configHash,
        partition: { type: 'trace' as const },
        case_id: missing.id,
      };
      const { direction } = metric.manifest;
      yield {
        metric: metric.manifest.name,
        outcome: {
          id: shortHash(base),
          ...base,
          version: metric.manifest.version,
          status: 'unresolved',
          score: null,
          reason: 'trace_missing',
          bounds: direction === 'neutral' ? [0, null] : [0, 1],
          because: `case ${missing.id} has no trace`,
          evidence: missing.at ? [{ at: missing.at }] : [],
          details: {},
          touched_by: [],
          facets: {
            source: 'cases',
            ...(missing.task && { task: missing.task.id }),
            ...(missing.trial !== undefined && { trial: String(missing.trial) }),
            ...(missing.tags && { tags: missing.tags }),
          },
        },
      };
    }
  }
}
