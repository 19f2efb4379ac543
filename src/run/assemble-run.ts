import { scoringConfig } from '../metrics/config-schema.ts';
import { hashValue, shortHash } from '../model/hash.ts';
import type { JsonObject } from '../model/json.ts';
import { RUN_SCHEMA_VERSION, type RunResult } from '../results/run-result.ts';
import type { GradeRequest } from './grade.ts';
import type { Plan } from './plan.ts';

type Gathered = Pick<
  RunResult,
  | 'partial'
  | 'counts'
  | 'agents'
  | 'agent_rates'
  | 'summaries'
  | 'trials'
  | 'gates'
  | 'health'
  | 'problems'
  | 'usage'
  | 'cost'
>;

/** `run.json`: what was asked for, and what was gathered. */
export function assembleRun({ plan, config, inputs, version }: GradeRequest, gathered: Gathered): RunResult {
  return {
    schema_version: RUN_SCHEMA_VERSION,
    tool: { name: 'muster', version },
    partial: gathered.partial,
    scope: plan.scope,
    inputs,
    config: {
      ...(config.path !== undefined && { path: config.path }),
      hash: hashValue(config.value),
      value: config.value as JsonObject,
    },
    metrics: metricEntries(plan),
    counts: gathered.counts,
    agents: gathered.agents,
    agent_rates: gathered.agent_rates,
    summaries: gathered.summaries,
    ...(gathered.trials && { trials: gathered.trials }),
    gates: gathered.gates,
    health: gathered.health,
    problems: gathered.problems,
    usage: gathered.usage,
    cost: gathered.cost,
  };
}

/**
 * 16 hex digits over the inputs, the configuration with that of the command line, and the version. A part of a run has
 * an identity of its own, so that it does not take the place of the whole.
 */
export function runIdentity(run: RunResult, { plan, givenCases, trials }: GradeRequest): string {
  return shortHash({
    inputs: run.inputs,
    cases: givenCases.map(({ at: _, ...given }) => given),
    config: run.config,
    metrics: run.metrics,
    jobs: plan.jobs.flatMap(({ metric, scope, forGroups }) => (forGroups ? [] : [[metric.manifest.name, scope]])),
    gates: plan.gates.map(({ at: _, ...gate }) => gate),
    version: run.tool.version,
    partial: run.partial,
    ...(trials && { trials }),
  });
}

function metricEntries(plan: Plan): RunResult['metrics'] {
  const jobs = new Map(plan.jobs.map((job) => [job.metric, job]));
  return [...jobs.values()].map(({ metric, resolved }) => ({
    name: resolved.emittedName,
    version: metric.manifest.version,
    direction: metric.manifest.direction,
    manifest_hash: hashValue(metric.manifest),
    config_hash: resolved.configHash,
    config: scoringConfig(metric.manifest.config_schema, resolved.config),
  }));
}
