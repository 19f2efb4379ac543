import type { EvaluationCase } from '../case.ts';
import type { Delegation } from '../delegation.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Message, Part, ToolCallPart } from '../message.ts';
import type { Span, ToolDefinition } from '../span.ts';
import type { ModelRecord } from '../trace.ts';

/** A record that stands on the wire. `content` and `problem` records are internal: they have no wire form. */
export type WireRecord = Exclude<ModelRecord, { type: 'content' } | { type: 'problem' }>;

/** Members that are undefined, or lists that say nothing, are left out. */
function clean(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function filled(list: readonly Json[]): readonly Json[] | undefined {
  return list.length ? list : undefined;
}

/** The canonical wire form of a record: snake_case, times as decimal strings, absent for unknown. */
export function toWire(record: WireRecord): JsonObject {
  switch (record.type) {
    case 'span':
      return spanToWire(record.span);
    case 'delegation':
      return delegationToWire(record.delegation);
    case 'case':
      return clean({ type: 'case', ...caseToWire(record.case), trace_id: record.traceId });
    case 'trace':
      return clean({
        type: 'trace',
        trace_id: record.traceId,
        session_id: record.sessionId,
        terminal: record.terminal && clean({ ...record.terminal }),
      });
  }
}

function spanToWire(span: Span): JsonObject {
  const { tool, model, usage, cost, agent } = span;
  return clean({
    type: 'span',
    session_id: span.sessionId,
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_id: span.parentId,
    name: span.name,
    kind: span.kind,
    kind_raw: span.kindRaw,
    start_ns: span.startNs?.toString(),
    end_ns: span.endNs?.toString(),
    status: span.status,
    status_message: span.statusMessage,
    errors: filled(span.errors.map((error) => clean({ ...error }))),
    agent: agent && clean({ ...agent }),
    input_messages: span.inputMessages?.map(messageToWire),
    output_messages: span.outputMessages?.map(messageToWire),
    output_source: span.outputSource,
    content_captured: span.contentCaptured,
    tool_calls: span.toolCalls?.map(callToWire),
    system_instructions: span.systemInstructions?.map(partToWire),
    tool:
      tool &&
      clean({
        name: tool.name,
        call_id: tool.callId,
        type: tool.type,
        description: tool.description,
        arguments: tool.arguments ?? undefined,
        arguments_raw: tool.argumentsRaw,
        result: tool.result ?? undefined,
        result_is_error: tool.resultIsError,
      }),
    tool_definitions: span.toolDefinitions?.map(definitionToWire),
    model: model && clean({ ...model }),
    response_id: span.responseId,
    usage:
      usage &&
      clean({
        input_uncached: usage.inputUncached,
        cache_read: usage.cacheRead,
        cache_write: usage.cacheWrite,
        cache_write_1h: usage.cacheWrite1h,
        output: usage.output,
        reasoning: usage.reasoning,
        input_total_reported: usage.inputTotalReported,
        scope: usage.scope,
        coverage: usage.coverage,
      }),
    cost: cost && clean({ ...cost }),
    finish_reasons: filled(span.finishReasons),
    attempt: span.attempt,
    retry_of: span.retryOf,
    duplicate_of: span.duplicateOf,
    links: filled(span.links.map(({ traceId, spanId }) => ({ trace_id: traceId, span_id: spanId }))),
    events: filled(
      span.events.map(({ name, timeNs, attributes }) =>
        clean({
          name,
          time_ns: timeNs?.toString(),
          attributes: attributes.size ? Object.fromEntries(attributes) : undefined,
        }),
      ),
    ),
    attributes: span.attributes.size ? Object.fromEntries(span.attributes) : undefined,
    at: clean({ ...span.at }),
  });
}

/** The wire form of a message. */
function messageToWire(message: Message): JsonObject {
  return clean({
    role: message.role,
    name: message.name,
    parts: message.parts.map(partToWire),
    finish_reason: message.finishReason,
  });
}

function partToWire(part: Part): JsonObject {
  switch (part.type) {
    case 'tool_call':
      return { type: 'tool_call', ...callToWire(part) };
    case 'tool_call_response':
      return clean({
        type: part.type,
        id: part.id,
        name: part.name,
        response: part.response ?? undefined,
        is_error: part.isError,
      });
    case 'blob':
      return clean({ type: part.type, mime_type: part.mimeType, content: part.content });
    case 'file':
      return clean({ type: part.type, file_id: part.fileId, mime_type: part.mimeType });
    case 'uri':
      return clean({ type: part.type, uri: part.uri, mime_type: part.mimeType });
    default:
      return clean({ ...part });
  }
}

function callToWire({ id, name, arguments: args, argumentsRaw }: ToolCallPart): JsonObject {
  return clean({ id, name, arguments: args ?? undefined, arguments_raw: argumentsRaw });
}

function definitionToWire({ name, description, parameters, readOnly }: ToolDefinition): JsonObject {
  return clean({ name, description, parameters, read_only: readOnly });
}

function delegationToWire(edge: Delegation): JsonObject {
  return clean({
    type: 'delegation',
    id: edge.id,
    trace_id: edge.traceId,
    from_span_id: edge.fromSpanId,
    from_agent: edge.fromAgent,
    via_tool_call_id: edge.viaToolCallId,
    via_span_id: edge.viaSpanId,
    to_span_id: edge.toSpanId,
    to_agent: edge.toAgent,
    mode: edge.mode,
    task: edge.task,
    context: edge.context,
    context_evidence: edge.contextEvidence,
    basis: edge.basis,
    status: edge.status,
    result_text: edge.resultText,
    required: edge.required,
    at: edge.at && clean({ ...edge.at }),
  });
}

/** The wire form of an evaluation case, without its type. */
function caseToWire(given: EvaluationCase): JsonObject {
  const { match } = given;
  return clean({
    id: given.id,
    task: given.task && clean({ ...given.task }),
    trial: given.trial,
    prompt: given.prompt,
    reference: given.reference,
    context: given.context,
    expected_calls: given.expectedCalls?.map((call) => clean({ ...call })),
    constraints: given.constraints,
    tools: given.tools?.map(definitionToWire),
    step_cap: given.stepCap,
    escalation: given.escalation && { ...given.escalation },
    rubric_groups: given.rubricGroups,
    tags: given.tags,
    recorded: given.recorded,
    match:
      match &&
      clean({
        session: match.session,
        trace: match.trace,
        attributes: match.attributes && Object.fromEntries(match.attributes),
      }),
    at: given.at && clean({ ...given.at }),
  });
}
