import type { At } from '../../problems/problem.ts';
import { isObject, type Json } from '../json.ts';
import {
  makeSpan,
  SPAN_KINDS,
  type Span,
  type SpanError,
  type SpanEvent,
  type ToolDefinition,
  type ToolUse,
} from '../span.ts';
import type { Cost, Usage } from '../usage.ts';
import { OUTPUT_SOURCES, SCOPES, STATUSES } from './choices.ts';
import { INNER_KEYS } from './keys.ts';
import { callFromWire, known, messageFromWire, partFromWire } from './part-from-wire.ts';
import type { FieldReader } from './read-fields.ts';

/** Reads a span record; undefined when it has no trace id or span id. */
export function spanFromWire(reader: FieldReader, fallback: At, extra: ReadonlyMap<string, Json>): Span | undefined {
  const traceId = reader.text('trace_id');
  const spanId = reader.text('span_id');
  if (!traceId || !spanId) return undefined;
  const agent = reader.inside('agent', INNER_KEYS.agent);
  const model = reader.inside('model', INNER_KEYS.model);
  return makeSpan(
    known<Span>({
      traceId,
      spanId,
      parentId: reader.text('parent_id') || undefined,
      sessionId: reader.text('session_id'),
      name: reader.text('name') ?? '',
      kind: reader.choice('kind', SPAN_KINDS) ?? 'UNKNOWN',
      kindRaw: reader.text('kind_raw'),
      startNs: reader.nanoseconds('start_ns'),
      endNs: reader.nanoseconds('end_ns'),
      status: reader.choice('status', STATUSES) ?? 'UNSET',
      statusMessage: reader.text('status_message'),
      errors: (reader.each('errors', INNER_KEYS.error) ?? []).map(errorFromWire),
      agent:
        agent &&
        known({
          name: agent.text('name'),
          id: agent.text('id'),
          role: agent.text('role'),
          description: agent.text('description'),
          path: agent.text('path'),
          version: agent.text('version'),
        }),
      inputMessages: reader.each('input_messages', INNER_KEYS.message)?.map(messageFromWire),
      outputMessages: reader.each('output_messages', INNER_KEYS.message)?.map(messageFromWire),
      outputSource: reader.choice('output_source', OUTPUT_SOURCES),
      contentCaptured: reader.flag('content_captured'),
      toolCalls: reader.each('tool_calls', INNER_KEYS.call)?.map(callFromWire),
      systemInstructions: reader.each('system_instructions')?.map(partFromWire),
      tool: toolFromWire(reader.inside('tool', INNER_KEYS.tool)),
      toolDefinitions: reader.each('tool_definitions', INNER_KEYS.definition)?.map(definitionFromWire),
      model:
        model &&
        known({
          requested: model.text('requested'),
          responded: model.text('responded'),
          provider: model.text('provider'),
        }),
      responseId: reader.text('response_id'),
      usage: usageFromWire(reader.inside('usage', INNER_KEYS.usage)),
      cost: costFromWire(reader.inside('cost', INNER_KEYS.cost)),
      finishReasons: reader.texts('finish_reasons') ?? [],
      attempt: reader.count('attempt'),
      retryOf: reader.text('retry_of'),
      duplicateOf: reader.text('duplicate_of'),
      links: (reader.each('links', INNER_KEYS.link) ?? []).map((link) => ({
        traceId: link.text('trace_id') ?? '',
        spanId: link.text('span_id') ?? '',
      })),
      events: (reader.each('events', INNER_KEYS.event) ?? []).map(eventFromWire),
      attributes: new Map([...mapOf(reader.raw('attributes')), ...extra]),
      at: fallback,
    }),
  );
}

function mapOf(value: Json | undefined): Map<string, Json> {
  return new Map(isObject(value) ? Object.entries(value) : []);
}

function errorFromWire(reader: FieldReader): SpanError {
  return known<SpanError>({
    type: reader.text('type'),
    message: reader.text('message'),
    source: reader.text('source') ?? 'status',
  });
}

function eventFromWire(reader: FieldReader): SpanEvent {
  return known<SpanEvent>({
    name: reader.text('name') ?? '',
    timeNs: reader.nanoseconds('time_ns'),
    attributes: mapOf(reader.raw('attributes')),
  });
}

/** Reads a tool definition. */
export function definitionFromWire(reader: FieldReader): ToolDefinition {
  return known<ToolDefinition>({
    name: reader.text('name') ?? '',
    description: reader.text('description'),
    parameters: reader.raw('parameters'),
    readOnly: reader.flag('read_only'),
  });
}

function toolFromWire(reader: FieldReader | undefined): ToolUse | undefined {
  return (
    reader &&
    known<ToolUse>({
      name: reader.text('name') ?? '',
      callId: reader.text('call_id'),
      type: reader.text('type'),
      description: reader.text('description'),
      arguments: reader.raw('arguments'),
      argumentsRaw: reader.text('arguments_raw'),
      result: reader.raw('result'),
      resultIsError: reader.flag('result_is_error'),
    })
  );
}

function usageFromWire(reader: FieldReader | undefined): Usage | undefined {
  if (!reader) return undefined;
  const usage = known<Usage>({
    inputUncached: reader.count('input_uncached'),
    cacheRead: reader.count('cache_read'),
    cacheWrite: reader.count('cache_write'),
    cacheWrite1h: reader.count('cache_write_1h'),
    output: reader.count('output'),
    reasoning: reader.count('reasoning'),
    inputTotalReported: reader.count('input_total_reported'),
    scope: reader.choice('scope', SCOPES) ?? 'unknown',
    coverage: reader.choice('coverage', ['full', 'partial', 'unknown'] as const) ?? 'unknown',
  });
  return usage;
}

function costFromWire(reader: FieldReader | undefined): Cost | undefined {
  const usd = reader?.count('usd');
  if (!reader || usd === undefined) return undefined;
  return { usd, scope: reader.choice('scope', SCOPES) ?? 'unknown', source: reader.text('source') ?? 'reported' };
}
