import type { Partition } from '../metrics/define-metric.ts';
import type { Session, Trace } from '../model/trace.ts';
import type { Outcome } from '../results/outcome.ts';
import { agents } from '../views/agents.ts';
import { mapAhead } from './map-ahead.ts';
import { type MetricOutcome, metricOutcomes } from './metric-outcome.ts';
import type { Job, Plan } from './plan.ts';
import { type Clock, scoreElsewhere, scorePartition } from './score.ts';

/** Partitions between two looks at signals, timers and pipes. */
const BREATH = 200;
/** Partitions that are begun before the first of them is done, where a metric waits for something. */
const PARTITIONS_AHEAD = 64;

/**
 * Scores one session, each metric after those that it depends on. Outcomes come in order of scope, trace, span and
 * metric. When the signal aborts, the partition at hand is the last.
 */
export async function* execute(
  plan: Plan,
  session: Session,
  clock: Clock,
  signal?: AbortSignal,
): AsyncGenerator<MetricOutcome> {
  let scored = 0;
  const ahead = waitsElsewhere(plan) ? PARTITIONS_AHEAD : 1;
  const score = async ({ partition, jobs }: Partitioned): Promise<MetricOutcome[]> => {
    if (scored++ % BREATH === 0) await breathe();
    return signal?.aborted ? [] : scoreAll(jobs, { session, partition }, clock);
  };
  for await (const outcomes of mapAhead(partitionsOf(plan, session), ahead, score)) {
    yield* outcomes;
    if (signal?.aborted) return;
  }
}

/** True when a metric of a plan waits for something: then others are begun meanwhile. */
export function waitsElsewhere({ jobs }: Plan): boolean {
  return jobs.some(({ metric }) => metric.elsewhere);
}

interface Partitioned {
  readonly partition: Partition;
  readonly jobs: readonly Job[];
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function* partitionsOf(plan: Plan, session: Session): Generator<Partitioned> {
  const at = (scope: Job['scope']): Job[] => plan.jobs.filter((job) => job.scope === scope);
  const [spanJobs, traceJobs, sessionJobs] = [at('span'), at('trace'), at('session')];
  for (const trace of session.traces) {
    if (spanJobs.length) yield* spanPartitions(trace, spanJobs);
    if (traceJobs.length) yield { partition: { type: 'trace', trace }, jobs: traceJobs };
  }
  if (sessionJobs.length) yield { partition: { type: 'session', session }, jobs: sessionJobs };
}

async function scoreAll(
  jobs: readonly Job[],
  { session, partition }: { readonly session: Session; readonly partition: Partition },
  clock: Clock,
): Promise<MetricOutcome[]> {
  const finished = new Map<string, Outcome[]>();
  const scored: { readonly job: Job; readonly outcome: Outcome }[] = [];
  for (const job of jobs) {
    const { name, dependencies } = job.metric.manifest;
    const needed = new Map(dependencies.map((dependency) => [dependency, finished.get(dependency) ?? []]));
    const { elsewhere } = job.metric;
    const outcomes = elsewhere
      ? await scoreElsewhere(job, elsewhere, { session, partition }, needed)
      : scorePartition(job, partition, needed, clock);
    finished.set(name, outcomes);
    for (const outcome of outcomes) scored.push({ job, outcome });
  }
  return metricOutcomes(scored);
}

/** The spans that each metric targets. Agents are runs of agents: wrappers are set aside. */
function* spanPartitions(
  trace: Trace,
  jobs: readonly Job[],
): Generator<{ partition: Partition; jobs: readonly Job[] }> {
  const runs = new Map(agents(trace).map((agent) => [agent.span, agent]));
  for (const span of trace.spans) {
    const agent = runs.get(span);
    const targeting = jobs.filter(({ metric }) => {
      const { target_kind: target } = metric.manifest;
      return target === 'AGENT' ? agent !== undefined : span.kind === target;
    });
    if (targeting.length) yield { partition: { type: 'span', span, trace, ...(agent && { agent }) }, jobs: targeting };
  }
}
