import type { Trace } from '../../model/trace.ts';
import { quote } from '../../results/quote.ts';
import { type Agent, agents } from '../../views/agents.ts';
import { type AgentVerdict, evidenceOf, scoreSession, scoreSpan, scoreTrace, subjectOf } from '../agent-verdict.ts';
import { type Config, defineMetric, type ScoreContext } from '../define-metric.ts';
import { labelResponse, type ResponseContent, type ResponseLabel, readResponse } from '../response-check.ts';
import { docs } from './docs.ts';
import { manifest } from './manifest.ts';

/** Was every agent's response valid: not an error, not empty, not suspiciously short? */
export const metric = defineMetric({
  manifest,
  docs,
  checkConfig: (config) =>
    typeof config.min_response_length === 'number' && config.min_response_length < 0
      ? { key: 'min_response_length', expected: 'an integer of 0 or more' }
      : undefined,
  score: (partition, context) => {
    if (partition.type === 'span') {
      const agent =
        partition.agent ?? agents(partition.trace).find(({ span }) => span.spanId === partition.span.spanId);
      if (!agent) {
        const because = `the span is ${partition.span.kind}, not the run of an agent`;
        return { status: 'not_applicable', score: null, reason: 'kind_mismatch', because, evidence: [], details: {} };
      }
      return scoreSpan(verdictOf(agent, context));
    }
    if (partition.type === 'trace') return scoreTrace(verdictsOf(partition.trace, context));
    return scoreSession(partition.session.traces.flatMap((trace) => verdictsOf(trace, context)));
  },
});

function verdictsOf(trace: Trace, context: ScoreContext): AgentVerdict[] {
  return agents(trace).map((agent) => verdictOf(agent, context));
}

function verdictOf(agent: Agent, context: ScoreContext): AgentVerdict {
  const config = context.configFor({ span: agent.span, agent });
  const evidence = evidenceOf(agent);
  if (config === 'disabled') {
    const because = `${agent.name} is switched off by configuration`;
    return {
      subject: subjectOf(agent),
      label: null,
      status: 'not_applicable',
      reason: 'disabled_by_config',
      because,
      evidence,
      details: {},
    };
  }
  return judge(agent, config);
}

function judge(agent: Agent, config: Config): AgentVerdict {
  const { span } = agent;
  const evidence = evidenceOf(agent);
  const min = typeof config.min_response_length === 'number' ? config.min_response_length : 10;
  const failed = span.status === 'ERROR';
  const diagnostics = diagnosticsOf(agent);
  if (!agent.contentCaptured && agent.output === undefined) {
    const details = { text_length: null, output_source: agent.outputSource, diagnostics };
    if (failed)
      return {
        subject: subjectOf(agent),
        label: 'error',
        status: 'scored',
        because: failure(agent),
        evidence,
        details,
      };
    const because = `${agent.name}'s output was not recorded`;
    return {
      subject: subjectOf(agent),
      label: null,
      status: 'unresolved',
      reason: 'content_not_captured',
      because,
      evidence,
      details,
    };
  }
  const own = agent.outputSpan === undefined || agent.outputSpan === span;
  const content = readResponse(agent.output ?? [], own ? span.toolCalls : agent.outputSpan?.toolCalls);
  const label = labelResponse(content, failed, min);
  if (content.onlyReasoning) diagnostics.push('reasoning_only_output');
  for (const role of content.ignoredRoles) diagnostics.push(`ignored_output_roles:${role}`);
  const because = sentence(agent, label, content, min);
  const details = { text_length: content.length, output_source: agent.outputSource, diagnostics };
  return { subject: subjectOf(agent), label, status: 'scored', because, evidence, details };
}

function sentence(agent: Agent, label: ResponseLabel, content: ResponseContent, min: number): string {
  switch (label) {
    case 'error':
      return failure(agent);
    case 'empty':
      return `${agent.name} answered with nothing${content.onlyReasoning ? ' but reasoning' : ''}`;
    case 'short':
      return `${agent.name} answered ${quote(content.text)}: ${content.length} characters, fewer than ${min}`;
    case 'valid':
      return `${agent.name} answered ${content.text === '' ? 'with output that is not text' : `${content.length} characters`}`;
  }
}

function failure(agent: Agent): string {
  const { statusMessage } = agent.span;
  return `${agent.name} ended with an error${statusMessage ? `: ${quote(statusMessage)}` : ''}`;
}

function diagnosticsOf(agent: Agent): string[] {
  const { span } = agent;
  const found: string[] = [];
  if (span.startNs !== undefined && span.endNs === undefined) found.push('span_unfinished');
  if (span.status !== 'ERROR' && span.errors.length) found.push('exception_without_error_status');
  if (span.retryOf !== undefined || (span.attempt ?? 1) > 1) found.push('superseded_attempts');
  return found;
}
