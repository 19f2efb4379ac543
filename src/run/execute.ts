import type { Partition } from '../metrics/define-metric.ts';
import type { Session, Trace } from '../model/trace.ts';
import type { Outcome } from '../results/outcome.ts';
import { agents } from '../views/agents.ts';
import type { Job, Plan } from './plan.ts';
import { type Clock, scorePartition } from './score.ts';

/** An outcome and the id of its metric, which a configuration can rename on the outcome itself. */
export interface MetricOutcome {
  readonly outcome: Outcome;
  readonly metric: string;
}

/** What a run needs besides its plan. */
export interface ExecuteOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/**
 * Scores sessions one after another, each metric after those that it depends on. Outcomes come in order of session,
 * scope, trace, span and metric. When the signal aborts, the session at hand is finished and no other is begun.
 */
export async function* execute(
  plan: Plan,
  sessions: AsyncIterable<Session> | Iterable<Session>,
  options: ExecuteOptions,
): AsyncGenerator<MetricOutcome> {
  for await (const session of sessions) {
    if (options.signal?.aborted) return;
    yield* scoreSession(plan, session, options.clock);
    // Lets a signal, a timer or a closed pipe be seen between sessions.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* scoreSession(plan: Plan, session: Session, clock: Clock): Generator<MetricOutcome> {
  const at = (scope: Job['scope']): Job[] => plan.jobs.filter((job) => job.scope === scope);
  const [spanJobs, traceJobs, sessionJobs] = [at('span'), at('trace'), at('session')];
  for (const trace of session.traces) {
    if (spanJobs.length)
      for (const { partition, jobs } of spanPartitions(trace, spanJobs)) yield* scoreAll(jobs, partition, clock);
    if (traceJobs.length) yield* scoreAll(traceJobs, { type: 'trace', trace }, clock);
  }
  if (sessionJobs.length) yield* scoreAll(sessionJobs, { type: 'session', session }, clock);
}

function* scoreAll(jobs: readonly Job[], partition: Partition, clock: Clock): Generator<MetricOutcome> {
  const finished = new Map<string, Outcome[]>();
  for (const job of jobs) {
    const { name, dependencies } = job.metric.manifest;
    const needed = new Map(dependencies.map((dependency) => [dependency, finished.get(dependency) ?? []]));
    const outcomes = scorePartition(job, partition, needed, clock);
    finished.set(name, outcomes);
    for (const outcome of outcomes) yield { outcome, metric: name };
  }
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
