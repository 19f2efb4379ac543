import { compareText } from '../model/canonical-order.ts';
import type { Json } from '../model/json.ts';
import type { Ref, Verdict } from '../results/outcome.ts';
import type { Agent } from '../views/agents.ts';
import type { Scoring } from './define-metric.ts';

/** Who a verdict is about. */
export interface Subject {
  readonly name: string;
  readonly role: Agent['role'];
  readonly spanId?: string;
}

/** The subject of an agent run. */
export function subjectOf(agent: Agent): Subject {
  return { name: agent.name, role: agent.role, spanId: agent.span.spanId };
}

/** The verdict of one agent run. `label: null`: it could not be told, or is switched off. */
export interface AgentVerdict {
  readonly subject: Subject;
  readonly label: string | null;
  readonly status: 'scored' | 'unresolved' | 'not_applicable';
  readonly reason?: string;
  readonly because: string;
  readonly evidence: readonly Ref[];
  readonly details: Readonly<Record<string, Json>>;
}

/** The place of an agent run in the evidence; its output where that was taken from another span. */
export function evidenceOf(agent: Agent): Ref[] {
  const own = { span_id: agent.span.spanId, at: agent.span.at };
  const { outputSpan } = agent;
  return outputSpan && outputSpan !== agent.span ? [own, { span_id: outputSpan.spanId, at: outputSpan.at }] : [own];
}

/** A verdict about one agent as the answer for its span. */
export function scoreSpan(verdict: AgentVerdict): Scoring {
  return { ...spanVerdict(verdict), because: verdict.because, evidence: verdict.evidence, details: verdict.details };
}

function spanVerdict(verdict: AgentVerdict): Verdict {
  const reason = verdict.reason ?? 'unknown';
  if (verdict.status === 'not_applicable') return { status: 'not_applicable', score: null, reason };
  if (verdict.label === null) return { status: 'unresolved', score: null, reason, bounds: [0, 1] };
  const score = verdict.label === 'valid' ? 1 : 0;
  return {
    status: 'scored',
    score,
    label: verdict.label,
    ...(verdict.reason !== undefined && { reason: verdict.reason }),
  };
}

/** Every agent of a trace behaved: 1 only if each is valid; one that is not decides; one unknown leaves it open. */
export function scoreTrace(verdicts: readonly AgentVerdict[]): Scoring {
  const counted = verdicts.filter((verdict) => verdict.status !== 'not_applicable');
  if (counted.length === 0) return noTarget(verdicts);
  const bad = counted.filter((verdict) => verdict.label !== null && verdict.label !== 'valid');
  const unknown = counted.filter((verdict) => verdict.label === null);
  const details = detailsOf(counted);
  const evidence = (bad.length ? bad : unknown).flatMap((verdict) => verdict.evidence).slice(0, 20);
  const first = bad[0];
  if (first) {
    const because = `${bad.length} of ${plural(counted.length, 'agent')} not valid: ${first.because}`;
    return { status: 'scored', score: 0, reason: `agent_${first.label}`, because, evidence, details };
  }
  if (unknown[0]) {
    const because = `${unknown.length} of ${plural(counted.length, 'agent')} cannot be evaluated: ${unknown[0].because}`;
    return {
      status: 'unresolved',
      score: null,
      reason: 'unevaluable_spans',
      bounds: [0, 1],
      because,
      evidence,
      details,
    };
  }
  const because = counted.length === 1 ? 'the only agent is valid' : `all ${counted.length} agents are valid`;
  return { status: 'scored', score: 1, because, evidence, details };
}

/** The share of valid agents over all traces of a session, pooled. */
export function scoreSession(verdicts: readonly AgentVerdict[]): Scoring {
  const counted = verdicts.filter((verdict) => verdict.status !== 'not_applicable');
  if (counted.length === 0) return noTarget(verdicts);
  const known = counted.filter((verdict) => verdict.label !== null);
  const valid = known.filter((verdict) => verdict.label === 'valid').length;
  const unevaluable = counted.length - known.length;
  const bad = counted.filter((verdict) => verdict.label !== 'valid');
  const evidence = bad.flatMap((verdict) => verdict.evidence).slice(0, 20);
  const details = {
    ...detailsOf(counted),
    valid,
    total: known.length,
    unevaluable,
    numerator: valid,
    denominator: known.length,
    excluded: unevaluable ? { unevaluable_spans: unevaluable } : {},
  };
  const bounds = [valid / counted.length, (valid + unevaluable) / counted.length] as const;
  if (known.length === 0) {
    const because = `none of ${plural(counted.length, 'agent')} can be evaluated: ${counted[0]?.because ?? ''}`;
    return { status: 'unresolved', score: null, reason: 'unevaluable_spans', bounds, because, evidence, details };
  }
  const because = `${valid} of ${plural(known.length, 'agent')} valid${unevaluable ? `, ${unevaluable} not evaluable` : ''}`;
  return { status: 'scored', score: valid / known.length, ...(unevaluable && { bounds }), because, evidence, details };
}

function noTarget(verdicts: readonly AgentVerdict[]): Scoring {
  const reason = verdicts[0]?.reason ?? 'no_target_spans';
  const because = verdicts.length ? 'every agent is switched off by configuration' : 'no agent was recorded';
  return { status: 'not_applicable', score: null, reason, because, evidence: [], details: {} };
}

function detailsOf(verdicts: readonly AgentVerdict[]): Record<string, Json> {
  const labels: Record<string, number> = {};
  const byRole = { root: { valid: 0, total: 0 }, delegated: { valid: 0, total: 0 } };
  for (const { subject, label } of verdicts) {
    const key = label ?? 'unresolved';
    labels[key] = (labels[key] ?? 0) + 1;
    const role = byRole[subject.role];
    if (label !== null) role.total++;
    if (label === 'valid') role.valid++;
  }
  return {
    spans: verdicts.length,
    labels: Object.fromEntries(Object.entries(labels).sort(([a], [b]) => compareText(a, b))),
    by_role: byRole,
    agents: verdicts
      .filter((verdict) => verdict.label !== 'valid')
      .slice(0, 50)
      .map(({ subject, label, because }) => ({
        ...(subject.spanId !== undefined && { span_id: subject.spanId }),
        agent: subject.name,
        label,
        because,
      })),
    diagnostics: [...new Set(verdicts.flatMap((verdict) => listOf(verdict.details.diagnostics)))],
  };
}

function listOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
