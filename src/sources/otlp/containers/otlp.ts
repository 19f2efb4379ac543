import type { Json } from '../../../model/json.ts';
import { type At, problem } from '../../../problems/problem.ts';
import { fromAnyValue, toAttributes } from '../any-value.ts';
import { NO_ATTRIBUTES, type RawLog, type RawRecord, type Report } from '../raw-span.ts';
import { anyOf, parts } from '../record-fields.ts';
import { droppedAttributes, recordIds, type Surroundings, toEvent, toRawSpan } from '../span-record.ts';

const RESOURCE_LISTS = ['resourceSpans', 'resource_spans', 'batches', 'resourceLogs', 'resource_logs'] as const;
const SCOPE_LISTS = [
  'scopeSpans',
  'scope_spans',
  'instrumentationLibrarySpans',
  'instrumentation_library_spans',
  'scopeLogs',
  'scope_logs',
] as const;
/** A collector writes these beside traces; they hold no spans. */
const METRIC_LISTS = ['resourceMetrics', 'resource_metrics'] as const;
const RECORD_LISTS = ['spans', 'logRecords', 'log_records', 'logs'] as const;

/** True for an export request of OTLP, for Tempo's batches, and for one resource's part of either. */
export function isOtlp(record: Json): boolean {
  return [...RESOURCE_LISTS, ...SCOPE_LISTS, ...METRIC_LISTS].some((key) => Array.isArray(anyOf(record, key)));
}

/** The spans and log records of an export request. */
export function* readOtlp(record: Json, at: At, report: Report): Generator<RawRecord> {
  if (SCOPE_LISTS.some((key) => anyOf(record, key) !== undefined)) {
    yield* readResource(record, at, report);
    return;
  }
  for (const part of parts(record, RESOURCE_LISTS, at, report)) yield* readResource(part.value, part.at, report);
}

function* readResource(part: Json, at: At, report: Report): Generator<RawRecord> {
  const resource = toAttributes(anyOf(anyOf(part, 'resource'), 'attributes')) ?? NO_ATTRIBUTES;
  for (const scoped of parts(part, SCOPE_LISTS, at, report)) {
    const name = anyOf(anyOf(scoped.value, 'scope', 'instrumentationLibrary', 'instrumentation_library'), 'name');
    const around: Surroundings = { resource, ...(typeof name === 'string' && name !== '' && { scope: name }) };
    for (const entry of parts(scoped.value, RECORD_LISTS, scoped.at, report)) {
      const read =
        entry.key === 'spans'
          ? toRawSpan(entry.value, around, entry.at, report)
          : toRawLog(entry.value, entry.at, report);
      if (read) yield read;
    }
  }
}

/** A log record that says something about a span; other logs are none of a trace's business. */
export function toRawLog(record: Json, at: At, report: Report): RawLog | undefined {
  const event = toEvent(record, at, report);
  const { traceId, spanId } = recordIds(record);
  if (traceId === undefined || spanId === undefined) {
    if (event.name.startsWith('gen_ai.'))
      report(problem('SOURCE_BAD_RECORD', { reason: `a log record '${event.name}' without the ids of a span` }, at));
    return undefined;
  }
  const body = event.body === undefined ? undefined : fromAnyValue(event.body);
  const dropped = droppedAttributes(record);
  return {
    type: 'log',
    traceId,
    spanId,
    event: { ...event, ...(body !== undefined && { body }) },
    ...(dropped > 0 && { dropped }),
    at,
  };
}
