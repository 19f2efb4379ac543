import type { Trace } from '../../model/trace.ts';
import { type AgentVerdict, evidenceOf, scoreSession, scoreSpan, scoreTrace } from '../agent-verdict.ts';
import { type Config, defineMetric, type ScoreContext } from '../define-metric.ts';
import { docs } from './docs.ts';
import { judgeBoth, judgeProduced, judgeReceived, type SideVerdict, sideDetails } from './judge-target.ts';
import { manifest } from './manifest.ts';
import { brokenPattern, placeholderPatterns } from './placeholder.ts';
import { type Target, targetBySpan, targetsOf } from './target.ts';

/** Did every agent that another agent issued answer, and did its answer arrive? */
export const metric = defineMetric({
  manifest,
  docs,
  checkConfig: (config) =>
    brokenPattern(placeholderPatterns(config.placeholder_patterns)) === undefined
      ? undefined
      : { key: 'placeholder_patterns', expected: 'a list of regular expressions in RE2 syntax' },
  score: (partition, context) => {
    if (partition.type === 'trace') return scoreTrace(verdictsOf(partition.trace, context));
    if (partition.type === 'session') {
      return scoreSession(partition.session.traces.flatMap((trace) => verdictsOf(trace, context)));
    }
    const target = targetBySpan(partition.trace).get(partition.span.spanId);
    if (target) return scoreSpan(verdictOf(target, context));
    const isAgent = partition.agent !== undefined;
    const because = isAgent
      ? 'the agent was not issued by another'
      : `the span is ${partition.span.kind}, not the run of an agent`;
    const reason = isAgent ? 'not_delegated' : 'kind_mismatch';
    return { status: 'not_applicable', score: null, reason, because, evidence: [], details: {} };
  },
});

function verdictsOf(trace: Trace, context: ScoreContext): AgentVerdict[] {
  return targetsOf(trace).map((target) => verdictOf(target, context));
}

function verdictOf(target: Target, context: ScoreContext): AgentVerdict {
  const { agent, span, name } = target;
  const subject = { name, role: 'delegated' as const, ...(agent && { spanId: agent.span.spanId }) };
  const evidence = agent ? evidenceOf(agent) : span ? [{ span_id: span.spanId, at: span.at }] : [];
  const config = span ? context.configFor({ span, ...(agent && { agent }) }) : context.config;
  if (config === 'disabled') {
    const because = `${name} is switched off by configuration`;
    return {
      subject,
      label: null,
      status: 'not_applicable',
      reason: 'disabled_by_config',
      because,
      evidence,
      details: {},
    };
  }
  const produced = judgeProduced(target, config);
  const received = judgeReceived(target, config);
  const side = chooseSide(produced, received, config);
  const details = sideDetails(produced, received);
  return {
    subject,
    label: side.label,
    status: side.label === null ? 'unresolved' : 'scored',
    ...(side.reason !== undefined && { reason: side.reason }),
    because: side.because,
    evidence,
    details,
  };
}

function chooseSide(produced: SideVerdict, received: SideVerdict, config: Config): SideVerdict {
  if (config.delivered === 'produced') return received.label === 'missing' ? received : produced;
  if (config.delivered === 'delivered') return received;
  return judgeBoth(produced, received);
}
