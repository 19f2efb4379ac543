import type { Trace } from '../../model/trace.ts';
import { type Agent, agents } from '../../views/agents.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { manifest } from './manifest.ts';

/** The longest chain of delegations from a root agent down. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'Delegations that the recording does not show, such as an agent that runs as a tool in its own session, end the chain early.',
      'An inferred edge can be wrong: read `details.basis` before you rely on it.',
    ],
    decisions: ['A handoff adds a level, as the receiving agent was issued by the one that handed over.'],
  },
  score: (partition) => {
    if (partition.type === 'trace') return scoreTrace(partition.trace);
    const because = 'depth is a figure of a whole trace';
    return { status: 'not_applicable', score: null, reason: 'scope_unsupported', because, evidence: [], details: {} };
  },
});

function scoreTrace(trace: Trace): Scoring {
  const list = agents(trace);
  const deepest = list.reduce<Agent | undefined>(
    (best, agent) => (best && best.depth >= agent.depth ? best : agent),
    undefined,
  );
  if (!deepest) {
    const because = 'no agent was recorded';
    return { status: 'not_applicable', score: null, reason: 'no_target_spans', because, evidence: [], details: {} };
  }
  const delegated = list.filter((agent) => agent.role === 'delegated');
  const inferred = delegated.filter((agent) => agent.delegation?.basis === 'inferred').length;
  const chain = chainOf(deepest, list);
  return {
    status: 'scored',
    score: deepest.depth,
    because:
      deepest.depth === 0
        ? 'no agent issued another'
        : `the longest chain is ${chain.map((agent) => agent.name).join(' > ')}`,
    evidence: chain.map(({ span }) => ({ span_id: span.spanId, at: span.at })),
    details: { delegation_depth: deepest.depth, basis: { reported: delegated.length - inferred, inferred } },
  };
}

function chainOf(deepest: Agent, list: readonly Agent[]): Agent[] {
  const bySpan = new Map(list.map((agent) => [agent.span, agent]));
  const chain: Agent[] = [];
  let at: Agent | undefined = deepest;
  while (at && chain.length < 64) {
    chain.unshift(at);
    at = at.issuer && bySpan.get(at.issuer);
  }
  return chain;
}
