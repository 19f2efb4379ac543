import type { Elsewhere, Metric, Partition, ScoreContext } from '../metrics/define-metric.ts';
import type { Manifest } from '../metrics/manifest.ts';
import { metricOf } from '../metrics/metric-of.ts';
import type { Session } from '../model/trace.ts';
import { agents } from '../views/agents.ts';
import { MetricProcess, type ProcessOptions } from './metric-process.ts';
import { type PartitionName, type SentContext, spanKey } from './worker-messages.ts';

/** A metric that is a manifest and a file of the user's. Nothing runs before its first partition. */
export function userMetric(manifest: Manifest, options: Omit<ProcessOptions, 'timeoutMs'>): Metric {
  const process = new MetricProcess({ ...options, timeoutMs: manifest.execution.timeout_seconds * 1000 });
  const elsewhere: Elsewhere = {
    score: (session, partition, context) =>
      process.score(session, nameOf(session, partition), sent(session, partition, context)),
    close: () => process.close(),
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
