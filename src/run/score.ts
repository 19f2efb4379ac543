import PQueue from 'p-queue';
import { applicability } from '../metrics/applicability.ts';
import type { Elsewhere, Metric, Partition, ScoreContext, Scoring } from '../metrics/define-metric.ts';
import { shortHash } from '../model/hash.ts';
import type { Session, Trace } from '../model/trace.ts';
import type { Facets, Outcome, PartitionRef } from '../results/outcome.ts';
import { terminal } from '../views/terminal.ts';
import { scoringFault } from './check-scoring.ts';
import type { Job } from './plan.ts';
import { touchedBy } from './touched-by.ts';

/** Milliseconds since any fixed moment. */
export type Clock = () => number;

/** Scores one partition with one metric: what the manifest decides first, then the scorer; a crash is an error outcome. */
export function scorePartition(
  job: Job,
  partition: Partition,
  dependencies: ScoreContext['dependencies'],
  clock: Clock,
): Outcome[] {
  return toOutcomes(job, partition, runScorer(job, partition, dependencies, clock));
}

/** Scores one partition of a session with a metric that runs elsewhere. */
export async function scoreElsewhere(
  job: Job,
  elsewhere: Elsewhere,
  { session, partition }: { readonly session: Session; readonly partition: Partition },
  dependencies: ScoreContext['dependencies'],
): Promise<Outcome[]> {
  const decided = applicability(job.metric.manifest, partition);
  if (decided) return toOutcomes(job, partition, [decided]);
  const scored = await queueOf(job.metric).add(() => elsewhere.score(session, partition, contextOf(job, dependencies)));
  const scorings = 'answer' in scored ? answersIn(scored.answer) : [failed(scored.failed, scored.message)];
  return toOutcomes(job, partition, scorings);
}

function toOutcomes(job: Job, partition: Partition, scorings: readonly Scoring[]): Outcome[] {
  const { metric, resolved, forGroups } = job;
  return scorings.map((scoring) => {
    const { metric: family, ...answer } = scoring;
    const name = family ?? resolved.emittedName;
    const ref = refOf(partition);
    const caseId = caseOf(partition)?.id;
    const base = {
      metric: name,
      config_hash: resolved.configHash,
      partition: ref,
      ...(caseId !== undefined && { case_id: caseId }),
    };
    return {
      ...answer,
      // What is only counted needs no name.
      id: forGroups ? '' : shortHash(base),
      ...base,
      version: metric.manifest.version,
      touched_by: forGroups ? [] : touchedBy(partition),
      facets: facetsOf(partition),
    };
  });
}

function runScorer(
  job: Job,
  partition: Partition,
  dependencies: ScoreContext['dependencies'],
  clock: Clock,
): readonly Scoring[] {
  const { manifest } = job.metric;
  const decided = applicability(manifest, partition);
  if (decided) return [decided];
  const started = clock();
  try {
    const answer = job.metric.score(partition, contextOf(job, dependencies));
    const limit = manifest.execution.timeout_seconds;
    if (clock() - started > limit * 1000) return [failed('metric_timeout', `the metric took longer than ${limit} s`)];
    return answersIn(answer);
  } catch (error) {
    return [failed('metric_failed', error instanceof Error ? error.message : String(error))];
  }
}

/** The partitions of a metric that are under way, no more at once than its manifest allows. */
function queueOf(metric: Metric): PQueue {
  let queue = QUEUES.get(metric);
  if (!queue) {
    queue = new PQueue({ concurrency: metric.manifest.execution.max_concurrency });
    QUEUES.set(metric, queue);
  }
  return queue;
}

const QUEUES = new WeakMap<Metric, PQueue>();

function contextOf({ resolved, declared }: Job, dependencies: ScoreContext['dependencies']): ScoreContext {
  return { config: resolved.config, configFor: resolved.configFor, dependencies, declared };
}

/** A metric of a user's can answer anything. */
function answersIn(answer: unknown): readonly Scoring[] {
  return (Array.isArray(answer) ? (answer as readonly Scoring[]) : [answer as Scoring]).map(sound);
}

function sound(scoring: Scoring): Scoring {
  const fault = scoringFault(scoring);
  return fault === undefined ? scoring : failed('metric_failed', `the metric ${fault}`);
}

function failed(reason: string, message: string): Scoring {
  return {
    status: 'error',
    score: null,
    reason,
    message,
    because: `the metric failed: ${message}`,
    evidence: [],
    details: {},
  };
}

function refOf(partition: Partition): PartitionRef {
  if (partition.type === 'session') return { type: 'session', session_id: partition.session.sessionId };
  const { trace } = partition;
  if (partition.type === 'trace') return { type: 'trace', session_id: trace.sessionId, trace_id: trace.traceId };
  const { span, agent } = partition;
  const base = { type: 'span' as const, session_id: trace.sessionId, trace_id: trace.traceId, span_id: span.spanId };
  return agent ? { ...base, agent: agent.name } : base;
}

function facetsOf(partition: Partition): Facets {
  const trace = partition.type === 'session' ? partition.session.traces[0] : partition.trace;
  const agent = partition.type === 'span' ? partition.agent : undefined;
  const tool = partition.type === 'span' ? partition.span.tool?.name : undefined;
  const last = partition.type === 'session' ? partition.session.traces.at(-1) : trace;
  const evaluated = caseOf(partition);
  return {
    source: trace?.source ?? 'unknown',
    ...(agent && { agent: agent.name, depth: agent.depth, delegated: agent.role === 'delegated' }),
    ...(tool !== undefined && { tool }),
    ...(evaluated?.task && { task: evaluated.task.id }),
    ...(evaluated?.task?.version !== undefined && { task_version: evaluated.task.version }),
    ...(evaluated?.trial !== undefined && { trial: String(evaluated.trial) }),
    ...(evaluated?.tags && { tags: evaluated.tags }),
    ...(last && { terminal: terminal(last).state }),
  };
}

/** The case of a partition: of a session, the one that all of its traces share. */
function caseOf(partition: Partition): Trace['case'] {
  if (partition.type !== 'session') return partition.trace.case;
  const { traces } = partition.session;
  const ids = new Set(traces.map((each) => each.case?.id));
  return ids.size === 1 ? traces[0]?.case : undefined;
}
