import type { Trace } from '../../model/trace.ts';
import { agentRuns } from '../../views/agent-runs.ts';
import { agentName, agents } from '../../views/agents.ts';
import { type CriticalPath, criticalPath } from '../../views/critical-path.ts';
import { onlyTraces } from '../answers.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { milliseconds, timeUnknown } from '../run-time.ts';
import { manifest } from './manifest.ts';

const SHOWN = 200;

/** What a run waited for. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'The path shows what the end waited for, not what could be saved: without a segment, another chain may be as long.',
      'Where nothing was recorded, the time counts for the span around it.',
      'The score is the time of the run. The segments are what the metric is for.',
    ],
    decisions: [
      'Children are clipped to the time of their parent: work in the background after its issuer ended is no part of the path.',
    ],
  },
  score: (partition) => (partition.type === 'trace' ? scoreTrace(partition.trace) : onlyTraces()),
});

function scoreTrace(trace: Trace): Scoring {
  const path = criticalPath(trace);
  if (!path) return timeUnknown(trace);
  const { elapsedNs, segments, untimed } = path;
  const longest = segments.reduce(
    (best, each) => (each.ns > best.ns ? each : best),
    segments[0] ?? { span: path.root, ns: 0 },
  );
  const of = `${milliseconds(longest.ns)} of ${milliseconds(elapsedNs)} ms`;
  return {
    status: 'scored',
    score: milliseconds(elapsedNs),
    because: `the longest wait was ${of} for ${longest.span.name || longest.span.kind}`,
    evidence: [{ span_id: longest.span.spanId, at: longest.span.at }],
    details: {
      ...byAgent(trace, path),
      critical_path_ms: Object.fromEntries(
        segments.slice(0, SHOWN).map(({ span, ns }) => [span.spanId, milliseconds(ns)]),
      ),
      segments: segments.length,
      untimed,
    },
  };
}

/** What of the path belongs to which agent, and to delegated ones altogether. */
function byAgent(
  trace: Trace,
  { segments }: CriticalPath,
): { agents_ms: Record<string, number>; delegated_ms: number } {
  const runs = agentRuns(trace);
  const roles = new Map(agents(trace).map((agent) => [agent.span, agent.role]));
  const byName = new Map<string, number>();
  let delegated = 0;
  for (const { span, ns } of segments) {
    const owner = runs.ownerOf(span);
    const name = owner ? agentName(owner) : '(no agent)';
    byName.set(name, (byName.get(name) ?? 0) + ns);
    if (owner && roles.get(owner) === 'delegated') delegated += ns;
  }
  const sorted = [...byName].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, SHOWN);
  return {
    agents_ms: Object.fromEntries(sorted.map(([name, ns]) => [name, milliseconds(ns)])),
    delegated_ms: milliseconds(delegated),
  };
}
