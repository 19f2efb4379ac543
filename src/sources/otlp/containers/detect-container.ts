import { isObject, type Json } from '../../../model/json.ts';
import { type At, problem } from '../../../problems/problem.ts';
import { toAttributes } from '../any-value.ts';
import { NO_ATTRIBUTES, type RawRecord, type Report } from '../raw-span.ts';
import { anyOf, below, parts } from '../record-fields.ts';
import { recordIds, type Surroundings, toRawSpan } from '../span-record.ts';
import { isJaegerTrace, readJaegerTrace } from './jaeger.ts';
import { isOtlp, readOtlp, toRawLog } from './otlp.ts';

/** The shapes in which spans are kept. */
export type Container = 'otlp' | 'jaeger' | 'spans' | 'list' | 'span' | 'log' | 'wrapped' | 'attributes';

const CONVENTIONS = ['gen_ai.', 'openinference.', 'llm.', 'traceloop.'];
/** Keys under which APIs put a container of spans. */
export const WRAPPED = ['trace', 'traces', 'data', 'result'] as const;

/** Which container a record is; undefined when it is none of them. */
export function containerOf(record: Json, depth = 0): Container | undefined {
  if (depth > 3) return undefined;
  if (Array.isArray(record)) return record.some((item) => containerOf(item, depth + 1)) ? 'list' : undefined;
  if (!isObject(record)) return undefined;
  if (isOtlp(record)) return 'otlp';
  if (isJaegerTrace(record)) return 'jaeger';
  if (isSpan(record)) return isLog(record) ? 'log' : 'span';
  const spans = anyOf(record, 'spans');
  if (Array.isArray(spans) && spans.some((item) => containerOf(item, depth + 1) === 'span')) return 'spans';
  for (const key of WRAPPED) {
    const inner = anyOf(record, key);
    const found = inner === undefined ? undefined : containerOf(inner, depth + 1);
    if (found && found !== 'attributes' && found !== 'span') return 'wrapped';
  }
  const isMap = Object.keys(record).some((key) => CONVENTIONS.some((prefix) => key.startsWith(prefix)));
  return isMap ? 'attributes' : undefined;
}

/** An object with an id of a span, and something that only a span or a log record has. */
function isSpan(record: Json): boolean {
  const { spanId } = recordIds(record);
  if (spanId === undefined) return false;
  const says = ['name', 'operationName', 'attributes', 'startTimeUnixNano', 'start_time', 'startTime', 'body'];
  return says.some((key) => anyOf(record, key) !== undefined);
}

function isLog(record: Json): boolean {
  const isTimed = ['startTimeUnixNano', 'start_time_unix_nano', 'startTime', 'start_time', 'name'];
  return anyOf(record, 'body') !== undefined && !isTimed.some((key) => anyOf(record, key) !== undefined);
}

/** The spans and log records of a container, one after another. */
export function* readContainer(
  record: Json,
  at: At,
  report: Report,
  around: Surroundings = { resource: NO_ATTRIBUTES },
): Generator<RawRecord> {
  switch (containerOf(record)) {
    case 'otlp':
      yield* readOtlp(record, at, report);
      return;
    case 'jaeger':
      yield* readJaegerTrace(record, at, report);
      return;
    case 'list':
      if (Array.isArray(record))
        for (const [index, item] of record.entries()) yield* readContainer(item, below(at, index), report, around);
      return;
    case 'spans':
      for (const part of parts(record, ['spans'], at, report))
        yield* readContainer(part.value, part.at, report, wrapperSurroundings(record));
      return;
    case 'wrapped':
      for (const key of WRAPPED) {
        const inner = anyOf(record, key);
        if (inner !== undefined && containerOf(inner)) yield* readContainer(inner, below(at, key), report, around);
      }
      return;
    case 'span': {
      const span = toRawSpan(record, around, at, report);
      if (span) yield span;
      return;
    }
    case 'log': {
      const log = toRawLog(record, at, report);
      if (log) yield log;
      return;
    }
    case 'attributes':
      report(problem('SOURCE_BAD_RECORD', { reason: 'attributes of a span without a trace id and a span id' }, at));
      return;
    default:
      report(problem('SOURCE_BAD_RECORD', { reason: 'neither a span nor a container of spans' }, at));
  }
}

/** A wrapper that names the session or the trace names it for all of its spans. */
function wrapperSurroundings(record: Json): Surroundings {
  const resource = new Map(toAttributes(anyOf(anyOf(record, 'resource'), 'attributes')) ?? []);
  const session = anyOf(record, 'session_id', 'sessionId');
  if (typeof session === 'string' && session !== '' && !resource.has('session.id')) resource.set('session.id', session);
  const traceId = recordIds(record).traceId;
  return { resource: resource.size ? resource : NO_ATTRIBUTES, ...(traceId !== undefined && { traceId }) };
}
