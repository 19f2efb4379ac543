import type { Span } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import { agentName, agents } from '../../views/agents.ts';
import { delegations } from '../../views/delegations.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { manifest } from './manifest.ts';

/** The most agents that one agent issues directly. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'Agents that ran one after the other count like agents that ran at once: the figure says how many, not how parallel.',
      'A child that was issued and never observed is in `details.missing`, not in the score.',
    ],
    decisions: ['`details.delegations` counts runs: an agent that was issued twice counts twice.'],
  },
  score: (partition) => {
    if (partition.type === 'trace') return scoreTrace(partition.trace);
    const because = 'fan-out is a figure of a whole trace';
    return { status: 'not_applicable', score: null, reason: 'scope_unsupported', because, evidence: [], details: {} };
  },
});

function scoreTrace(trace: Trace): Scoring {
  const list = agents(trace);
  if (list.length === 0) {
    const because = 'no agent was recorded';
    return { status: 'not_applicable', score: null, reason: 'no_target_spans', because, evidence: [], details: {} };
  }
  const children = new Map<Span, number>();
  for (const { issuer } of list) if (issuer) children.set(issuer, (children.get(issuer) ?? 0) + 1);
  const [widest, most] = [...children].reduce<readonly [Span | undefined, number]>(
    (best, entry) => (entry[1] > best[1] ? entry : best),
    [undefined, 0],
  );
  const issued = [...children.values()].reduce((sum, count) => sum + count, 0);
  return {
    status: 'scored',
    score: most,
    because: widest
      ? `${agentName(widest)} issued ${most} ${most === 1 ? 'agent' : 'agents'}`
      : 'no agent issued another',
    evidence: widest ? [{ span_id: widest.spanId, at: widest.at }] : [],
    details: {
      max_fan_out: most,
      mean: children.size ? issued / children.size : 0,
      issuers: children.size,
      delegations: list.filter((agent) => agent.role === 'delegated').length,
      missing: delegations(trace).filter((edge) => edge.status === 'missing').length,
    },
  };
}
