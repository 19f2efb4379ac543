import { type At, type Problem, problem } from '../../problems/problem.ts';
import type { EvaluationCase } from '../case.ts';
import type { Delegation } from '../delegation.ts';
import { isObject, type Json } from '../json.ts';
import type { Terminal } from '../terminal.ts';
import { CONTEXTS, EDGE_STATUSES, EVIDENCES, MODES, STATES } from './choices.ts';
import { INNER_KEYS, RECORD_KEYS } from './keys.ts';
import { known } from './part-from-wire.ts';
import { FieldReader } from './read-fields.ts';
import { definitionFromWire, spanFromWire } from './span-from-wire.ts';
import type { WireRecord } from './to-wire.ts';

/**
 * Reads a canonical record. What does not fit its field is reported and unknown; unknown keys of a span are kept among
 * its attributes, those of other records are left out. Undefined, with a Problem, when the record lacks what makes it usable.
 */
export function fromWire(record: Json, at: At, report: (problem: Problem) => void): WireRecord | undefined {
  const reader = new FieldReader(record, at, report);
  const place = placeOf(reader) ?? at;
  switch (isObject(record) ? record.type : undefined) {
    case 'span': {
      const extra = new Map(reader.unknownKeys(RECORD_KEYS.span).map((key) => [key, reader.raw(key) ?? null]));
      for (const key of extra.keys()) report(problem('SOURCE_UNKNOWN_KEY', { key }, at));
      const span = spanFromWire(reader, place, extra);
      return span ? { type: 'span', span } : unusable('a span without trace_id and span_id', at, report);
    }
    case 'delegation': {
      reader.reportUnknown(RECORD_KEYS.delegation);
      const delegation = delegationFromWire(reader, place);
      return delegation
        ? { type: 'delegation', delegation }
        : unusable('a delegation without id and trace_id', at, report);
    }
    case 'trace': {
      reader.reportUnknown(RECORD_KEYS.trace);
      const traceId = reader.text('trace_id');
      if (!traceId) return unusable('a trace without trace_id', at, report);
      return known<Extract<WireRecord, { type: 'trace' }>>({
        type: 'trace',
        traceId,
        sessionId: reader.text('session_id'),
        terminal: terminalFromWire(reader.inside('terminal', INNER_KEYS.terminal)),
      });
    }
    case 'case': {
      reader.reportUnknown(RECORD_KEYS.case);
      const given = caseFromWire(reader, place);
      if (!given) return unusable('a case without id', at, report);
      return known<Extract<WireRecord, { type: 'case' }>>({
        type: 'case',
        case: given,
        traceId: reader.text('trace_id'),
      });
    }
    default:
      return unusable('its type is none of span, delegation, trace, case', at, report);
  }
}

function unusable(reason: string, at: At, report: (problem: Problem) => void): undefined {
  report(problem('SOURCE_BAD_RECORD', { reason }, at));
  return undefined;
}

/** Where the record was first read from, when it says so. */
function placeOf(reader: FieldReader): At | undefined {
  const at = reader.inside('at', INNER_KEYS.at);
  const file = at?.text('file');
  return at && file !== undefined
    ? known<At>({ file, line: at.count('line'), pointer: at.text('pointer') })
    : undefined;
}

function terminalFromWire(reader: FieldReader | undefined): Terminal | undefined {
  const state = reader?.choice('state', STATES);
  if (!reader || !state) return undefined;
  return known<Terminal>({
    state,
    reason: reader.text('reason'),
    by: reader.choice('by', ['agent', 'user', 'framework', 'human'] as const),
    source: reader.choice('source', ['reported', 'derived'] as const) ?? 'reported',
  });
}

function delegationFromWire(reader: FieldReader, at: At): Delegation | undefined {
  const id = reader.text('id');
  const traceId = reader.text('trace_id');
  if (!id || !traceId) return undefined;
  return known<Delegation>({
    id,
    traceId,
    fromSpanId: reader.text('from_span_id'),
    fromAgent: reader.text('from_agent'),
    viaToolCallId: reader.text('via_tool_call_id'),
    viaSpanId: reader.text('via_span_id'),
    toSpanId: reader.text('to_span_id'),
    toAgent: reader.text('to_agent'),
    mode: reader.choice('mode', MODES) ?? 'tool_return',
    task: reader.text('task'),
    context: reader.choice('context', CONTEXTS) ?? 'unknown',
    contextEvidence: reader.choice('context_evidence', EVIDENCES) ?? 'none',
    basis: reader.choice('basis', ['reported', 'inferred'] as const) ?? 'reported',
    status: reader.choice('status', EDGE_STATUSES) ?? 'unknown',
    resultText: reader.text('result_text'),
    required: reader.flag('required'),
    at,
  });
}

/** Reads an evaluation case; undefined when it has no id. */
export function caseFromWire(reader: FieldReader, at: At): EvaluationCase | undefined {
  const id = reader.text('id');
  if (!id) return undefined;
  const task = reader.inside('task', INNER_KEYS.task);
  const taskId = task?.text('id');
  const match = reader.inside('match', INNER_KEYS.match);
  const attributes = match?.raw('attributes');
  const expected = reader.inside('escalation', INNER_KEYS.escalation)?.flag('expected');
  const constraints = reader.raw('constraints');
  const trial = reader.raw('trial');
  return known<EvaluationCase>({
    id,
    task: task && taskId !== undefined ? known({ id: taskId, version: task.text('version') }) : undefined,
    trial: typeof trial === 'string' || typeof trial === 'number' ? trial : undefined,
    prompt: reader.raw('prompt'),
    reference: reader.raw('reference'),
    context: reader.raw('context'),
    expectedCalls: reader
      .each('expected_calls', INNER_KEYS.expectedCall)
      ?.map((call) => known({ name: call.text('name') ?? '', arguments: call.raw('arguments') })),
    constraints: Array.isArray(constraints) ? constraints : undefined,
    tools: reader.each('tools', INNER_KEYS.definition)?.map(definitionFromWire),
    stepCap: reader.count('step_cap'),
    escalation: expected === undefined ? undefined : { expected },
    rubricGroups: reader.raw('rubric_groups'),
    tags: reader.texts('tags'),
    recorded: reader.raw('recorded'),
    match:
      match &&
      known({
        session: match.text('session'),
        trace: match.text('trace'),
        attributes: isObject(attributes) ? new Map(Object.entries(attributes)) : undefined,
      }),
    at,
  });
}
