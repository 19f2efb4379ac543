import { field, type Json, textField } from '../../model/json.ts';
import type { Span, SpanEvent } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import type { Ref } from '../../results/outcome.ts';
import { delegations } from '../../views/delegations.ts';
import { spanTree } from '../../views/span-tree.ts';
import { terminal } from '../../views/terminal.ts';
import { toolCalls } from '../../views/tool-calls.ts';
import type { Config, Declared } from '../define-metric.ts';
import { asksPerson, escalationTools } from './escalation-tools.ts';

/** One sign that a person took over: `holds` false for a try that failed, undefined where its result was not recorded. */
export interface Takeover {
  readonly initiator: 'agent' | 'human';
  readonly holds: boolean | undefined;
  readonly what: string;
  readonly evidence: readonly Ref[];
}

/** What a trace shows of people. */
export interface Signs {
  readonly takeovers: readonly Takeover[];
  /** True where a takeover would show: a tool for it, an event of one, or a record that says yes or no. */
  readonly observable: boolean;
  /** Approvals, questions and feedback. */
  readonly interactions: number;
}

const TAKEOVERS = new Set(['human_takeover', 'human_takeover_started', 'human_reclaim', 'human_reclaimed']);
const HANDOFFS = new Set(['handoff', 'human_handoff', 'handoff_human', 'escalation']);
const INTERACTIONS = new Set([
  ...['permission_requested', 'permission_approved', 'permission_denied', 'approval_requested', 'approval_granted'],
  ...['approval_denied', 'ask_user', 'human_input', 'user_feedback', 'feedback'],
]);
const PERSON =
  /^(?:an?[ _-])?(?:human|humans|person|operator|representative|support|human[ _-](?:agent|operator|support)s?)(?:[ _-].*)?$/i;
const TARGETS = ['target', 'to', 'agent.name', 'gen_ai.agent.name', 'handoff.target', 'to_agent'];

/** Looks for people in one trace. */
export function signsOf(trace: Trace, config: Config, { tools: project = [] }: Declared): Signs {
  const isEscalation = escalationTools(config);
  const calls = toolCalls(trace);
  const events = trace.spans.flatMap((span) => span.events.map((event) => ({ span, event })));
  const takeovers = [
    ...calls
      .filter(({ name }) => isEscalation(name))
      .map((call): Takeover => {
        const span = call.executedBy ?? call.requestedBy;
        const holds = call.isError ? false : call.executedBy || call.result !== undefined ? true : undefined;
        return { initiator: 'agent', holds, what: call.name, evidence: span ? [placeOf(span)] : [] };
      }),
    ...handoffs(trace),
    ...events.flatMap(({ span, event }) => eventTakeover(span, event) ?? []),
    ...recordedTakeovers(trace),
  ];
  const definitions = [
    ...trace.spans.flatMap(({ toolDefinitions = [] }) => toolDefinitions),
    ...(trace.case?.tools ?? project),
  ];
  return {
    takeovers,
    observable:
      takeovers.length > 0 ||
      typeof field(trace.case?.recorded, 'escalated') === 'boolean' ||
      definitions.some(({ name }) => isEscalation(name)),
    interactions:
      events.filter(({ event }) => INTERACTIONS.has(event.name)).length +
      calls.filter(({ name, result }) => asksPerson(name) || isRefused(result)).length,
  };
}

/** What Claude Code notes as the result of a call that the user did not allow. */
function isRefused(result: Json | undefined): boolean {
  return typeof result === 'string' && /^The user doesn't want to (?:proceed|take this action)/.test(result);
}

/** Handoffs whose receiver is a person. */
function handoffs(trace: Trace): Takeover[] {
  const { byId } = spanTree(trace);
  const edges = delegations(trace).filter(({ mode, toAgent }) => mode === 'handoff' && PERSON.test(toAgent ?? ''));
  const spans = trace.spans.filter(
    ({ kind, name, agent }) => kind === 'HANDOFF' && PERSON.test(agent?.name ?? name.replace(/^.*\bto /i, '')),
  );
  return [
    ...edges.map(({ status, toAgent, viaSpanId, fromSpanId }): Takeover => {
      const span = byId.get(viaSpanId ?? fromSpanId ?? '');
      const holds = status !== 'error' && status !== 'cancelled';
      return { initiator: 'agent', holds, what: `handoff to ${toAgent ?? ''}`, evidence: span ? [placeOf(span)] : [] };
    }),
    ...spans.map((span): Takeover => {
      return { initiator: 'agent', holds: span.status !== 'ERROR', what: span.name, evidence: [placeOf(span)] };
    }),
  ];
}

function eventTakeover(span: Span, { name, attributes }: SpanEvent): Takeover | undefined {
  if (TAKEOVERS.has(name)) return { initiator: 'human', holds: true, what: name, evidence: [placeOf(span)] };
  if (!HANDOFFS.has(name)) return undefined;
  const target = TARGETS.map((key) => attributes.get(key)).find((value) => typeof value === 'string');
  const isPerson = name.includes('human') || (typeof target === 'string' && PERSON.test(target));
  return isPerson ? { initiator: 'agent', holds: true, what: name, evidence: [placeOf(span)] } : undefined;
}

/** What the recording, or what its case says was recorded, states outright. */
function recordedTakeovers(trace: Trace): Takeover[] {
  const ended = terminal(trace);
  const found: Takeover[] = [];
  // A state that is derived stems from a call that is listed already.
  if (ended.state === 'escalated' && trace.terminal)
    found.push({
      initiator: ended.by === 'human' || ended.by === 'user' ? 'human' : 'agent',
      ...{ holds: true, what: ended.reason ?? 'escalated', evidence: [] },
    });
  if (field(trace.case?.recorded, 'escalated') === true) {
    const initiator = textField(trace.case?.recorded, 'initiator') === 'agent' ? 'agent' : 'human';
    found.push({ initiator, holds: true, what: 'a recorded flag', evidence: [] });
  }
  return found;
}

function placeOf(span: Span): Ref {
  return { span_id: span.spanId, at: span.at };
}
