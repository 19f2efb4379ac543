import type { EvaluationCase } from '../model/case.ts';
import { shortHash } from '../model/hash.ts';
import type { Scope } from '../results/outcome.ts';
import type { MetricOutcome } from './metric-outcome.ts';
import type { Job, Plan } from './plan.ts';
import { scoreKind } from './score-kind.ts';

/** A case without a trace stays in every denominator: each metric leaves it open, at trace scope or what stands nearest. */
export function* missingCaseOutcomes(plan: Plan, cases: readonly EvaluationCase[]): Generator<MetricOutcome> {
  const jobs = plan.jobs.filter((job) => isNearest(job, plan) && !job.forGroups);
  for (const missing of cases) {
    for (const { metric, scope, resolved } of jobs) {
      const base = {
        metric: resolved.emittedName,
        config_hash: resolved.configHash,
        partition: { type: scope },
        case_id: missing.id,
      };
      yield {
        metric: metric.manifest.name,
        tables: [],
        forGroups: false,
        outcome: {
          id: shortHash(base),
          ...base,
          version: metric.manifest.version,
          status: 'unresolved',
          score: null,
          reason: 'trace_missing',
          bounds: scoreKind(metric, scope).range,
          because: `case ${missing.id} has no trace`,
          evidence: missing.at ? [{ at: missing.at }] : [],
          details: {},
          touched_by: [],
          facets: {
            source: 'cases',
            ...(missing.task && { task: missing.task.id }),
            ...(missing.task?.version !== undefined && { task_version: missing.task.version }),
            ...(missing.trial !== undefined && { trial: String(missing.trial) }),
            ...(missing.tags && { tags: missing.tags }),
          },
        },
      };
    }
  }
}

const NEAREST: readonly Scope[] = ['trace', 'session', 'span'];

function isNearest(job: Job, { jobs }: Plan): boolean {
  const rank = (scope: Scope): number => NEAREST.indexOf(scope);
  return jobs.every(({ metric, scope }) => metric !== job.metric || rank(scope) >= rank(job.scope));
}
