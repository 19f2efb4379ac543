import type { Elsewhere, Metric, Partition, ScoreContext } from '../metrics/define-metric.ts';
import type { Manifest } from '../metrics/manifest.ts';
import { metricOf } from '../metrics/metric-of.ts';
import type { Session } from '../model/trace.ts';
import { agents } from '../views/agents.ts';
import { MetricProcess, type ProcessOptions } from './metric-process.ts';
import { limitedPrint } from './printed-text.ts';
import { type PartitionName, type SentContext, spanKey } from './worker-messages.ts';

/** Workers of one metric: each holds a copy of the session, and may take its own share of memory. */
const MOST_WORKERS = 4;

/** A metric that is a manifest and a file of the user's. Nothing runs before its first partition. */
export function userMetric(manifest: Manifest, options: Omit<ProcessOptions, 'timeoutMs'>): Metric {
  const { timeout_seconds: seconds, max_concurrency: most } = manifest.execution;
  const print = limitedPrint(options.print);
  const workers: MetricProcess[] = [];
  /** One that waits for nothing, else a new one, else the one with the least to do. */
  const next = (): MetricProcess => {
    const [least] = [...workers].sort((a, b) => a.waiting - b.waiting);
    if (least && (least.waiting === 0 || workers.length >= Math.min(most, MOST_WORKERS))) return least;
    const started = new MetricProcess({ ...options, print, timeoutMs: seconds * 1000 });
    workers.push(started);
    return started;
  };
  const elsewhere: Elsewhere = {
    score: (session, partition, context) =>
      next().score(session, nameOf(session, partition), sent(session, partition, context)),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
  const refuse = (): never => {
    throw new Error('a metric of the user runs in a worker only');
  };
  return { ...metricOf(manifest, refuse), elsewhere };
}

function nameOf(session: Session, partition: Partition): PartitionName {
  if (partition.type === 'session') return { type: 'session' };
  const trace = session.traces.indexOf(partition.trace);
  if (partition.type === 'trace') return { type: 'trace', trace };
  return { type: 'span', trace, spanId: partition.span.spanId };
}

/** What can be sent of a context: functions cannot, so that targets are resolved for every agent at hand. */
function sent(session: Session, partition: Partition, context: ScoreContext): SentContext {
  const { config, configFor, dependencies } = context;
  const { prices: _, ...declared } = context.declared;
  const traces = partition.type === 'session' ? session.traces : [partition.trace];
  const ofSpans: [string, ReturnType<typeof configFor>][] = [];
  for (const trace of traces) {
    for (const agent of agents(trace)) {
      const found = configFor({ span: agent.span, agent });
      if (found !== config) ofSpans.push([spanKey(trace.traceId, agent.span.spanId), found]);
    }
  }
  if (partition.type === 'span' && !partition.agent) {
    const { span, trace } = partition;
    ofSpans.push([spanKey(trace.traceId, span.spanId), configFor({ span })]);
  }
  return { config, ofSpans: new Map(ofSpans), dependencies, declared };
}
