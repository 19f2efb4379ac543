import { describe, expect, it } from 'vitest';
import type { Metric, Partition } from '../metrics/define-metric.ts';
import { METRICS } from '../metrics/registry.ts';
import { NO_CONFIG_INPUT, resolveConfig } from '../metrics/resolve-config.ts';
import type { Trace } from '../model/trace.ts';
import type { Scope } from '../results/outcome.ts';
import { watchedTrace } from '../testing/large-traces.ts';
import { agents } from '../views/agents.ts';
import { scorePartition } from './score.ts';

function partitionsOf(trace: Trace, scope: Scope): Partition[] {
  if (scope === 'trace') return [{ type: 'trace', trace }];
  if (scope === 'session') return [{ type: 'session', session: { sessionId: 's', traces: [trace] } }];
  const bySpan = new Map(agents(trace).map((agent) => [agent.span, agent]));
  return trace.spans.map((span) => {
    const agent = bySpan.get(span);
    return { type: 'span', span, trace, ...(agent && { agent }) };
  });
}

/** How often a metric looks at a span of a trace of this size, over all partitions of a scope. */
function looksAt(metric: Metric, scope: Scope, name: string, size: number): number {
  const { trace, looks } = watchedTrace(name, size);
  const job = { metric, scope, resolved: resolveConfig(metric, NO_CONFIG_INPUT), declared: {} };
  for (const partition of partitionsOf(trace, scope)) scorePartition(job, partition, new Map(), () => 0);
  return looks();
}

const HERE = METRICS.filter(({ elsewhere }) => elsewhere === undefined);
const SHAPES = ['many agents below one', 'agents nested in each other', 'handoffs to one name'];

describe.each(HERE.map((metric) => [metric.manifest.name, metric] as const))('the metric %s', (_, metric) => {
  it.each(metric.manifest.partition_types)('looks four times as often at four times the spans: %s', (scope) => {
    for (const name of SHAPES) {
      const ratio = looksAt(metric, scope, name, 80) / looksAt(metric, scope, name, 20);
      expect(ratio, name).toBeLessThan(4.4);
    }
  });
});
