import type { TableCount } from '../metrics/define-metric.ts';
import type { Outcome } from '../results/outcome.ts';
import type { Job } from './plan.ts';

/** An outcome with what a run does with it. */
export interface MetricOutcome {
  readonly outcome: Outcome;
  /** The id of its metric, which a configuration can rename on the outcome itself. */
  readonly metric: string;
  /** What it adds to the tables of the summary. */
  readonly tables: readonly TableCount[];
  /** It only tells groups of the summary apart, and is not written. */
  readonly forGroups: boolean;
}

const ESCALATION = 'process.human_escalation';

/** The outcomes of one partition, each with its tables and with what another metric found out about the partition. */
export function metricOutcomes(scored: readonly { readonly job: Job; readonly outcome: Outcome }[]): MetricOutcome[] {
  const taken = scored.find(({ job, outcome }) => nameOf(job) === ESCALATION && outcome.status === 'scored');
  const escalated = taken && { escalated: taken.outcome.score === 1 };
  return scored.map(({ job, outcome }) => {
    const known = escalated ? { ...outcome, facets: { ...outcome.facets, ...escalated } } : outcome;
    return { ...withTables(job, known), metric: nameOf(job), forGroups: job.forGroups === true };
  });
}

function nameOf({ metric }: Job): string {
  return metric.manifest.name;
}

/** A metric that cannot fill its tables has failed. */
function withTables({ metric }: Job, outcome: Outcome): Pick<MetricOutcome, 'outcome' | 'tables'> {
  try {
    const tables = metric.tables?.(outcome) ?? [];
    if (!tables.every(isSound)) throw new Error('it gave a count that is none');
    return { outcome, tables };
  } catch (error) {
    const message = `its tables: ${error instanceof Error ? error.message : String(error)}`;
    const { id, metric: name, version, config_hash, partition, case_id, evidence, touched_by, facets } = outcome;
    const kept = { id, metric: name, version, config_hash, partition, evidence, touched_by, facets };
    return {
      outcome: {
        ...kept,
        ...(case_id !== undefined && { case_id }),
        details: {},
        because: `the metric failed: ${message}`,
        ...{ status: 'error', score: null, reason: 'metric_failed', message },
      },
      tables: [],
    };
  }
}

function isSound({ table, key, column, count }: TableCount): boolean {
  return [table, key, column].every((text) => typeof text === 'string') && Number.isFinite(count);
}
