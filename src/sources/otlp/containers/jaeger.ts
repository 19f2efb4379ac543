import { isObject, type Json, listField, toNumber } from '../../../model/json.ts';
import type { Attributes, Status } from '../../../model/span.ts';
import type { At } from '../../../problems/problem.ts';
import { toAttributes } from '../any-value.ts';
import { toId, toParentId } from '../ids.ts';
import { NO_ATTRIBUTES, type RawEvent, type RawRecord, type RawSpan, type Report } from '../raw-span.ts';
import { anyOf, badValue, parts } from '../record-fields.ts';
import { toRawSpan } from '../span-record.ts';
import { statusOf } from '../span-status.ts';
import { isDate, toNs } from '../time.ts';

/** True for one trace of the Jaeger API, also where it breaks off before its processes. */
export function isJaegerTrace(record: Json): boolean {
  const spans = anyOf(record, 'spans');
  if (!Array.isArray(spans)) return false;
  const processes = anyOf(record, 'processes');
  if (processes !== undefined) return isObject(processes);
  const has = (key: string): boolean => anyOf(spans[0], key) !== undefined;
  return has('traceID') && has('operationName') && has('processID');
}

/** The spans of one Jaeger trace: times in microseconds, parents as references, the status among the tags. */
export function* readJaegerTrace(trace: Json, at: At, report: Report): Generator<RawRecord> {
  const processes = anyOf(trace, 'processes');
  const resources = new Map<string, Attributes>();
  for (const entry of parts(trace, ['spans'], at, report)) {
    const processId = anyOf(entry.value, 'processID', 'processId');
    const key = typeof processId === 'string' ? processId : '';
    let resource = resources.get(key);
    if (!resource) {
      const process = anyOf(processes, key) ?? anyOf(entry.value, 'process');
      resource = toAttributes(anyOf(process, 'tags')) ?? NO_ATTRIBUTES;
      resources.set(key, resource);
    }
    const span = toRawSpan(withoutTimes(entry.value), { resource }, entry.at, report);
    if (span) yield jaegerSpan(span, entry.value, report);
  }
}

/** The times are read here: their unit is fixed, and the shared reader would guess it. */
function withoutTimes(record: Json): Json {
  if (!isObject(record)) return record;
  const { startTime: _start, endTime: _end, ...rest } = record;
  return rest;
}

function jaegerSpan(span: RawSpan, record: Json, report: Report): RawSpan {
  const parentId = parentOf(record, span.traceId);
  const startNs = microseconds(record, 'startTime', span.at, report);
  const endNs = startNs === undefined ? undefined : endOf(record, startNs, span.at, report);
  const message = span.attributes.get('otel.status_description');
  const scope = span.attributes.get('otel.scope.name') ?? span.attributes.get('otel.library.name');
  return {
    ...span,
    ...(parentId !== undefined && { parentId }),
    ...(startNs !== undefined && { startNs }),
    ...(endNs !== undefined && { endNs }),
    status: statusFromTags(span.attributes),
    ...(typeof message === 'string' && message !== '' && { statusMessage: message }),
    ...(typeof scope === 'string' && { scope }),
    events: listField(record, 'logs').map((log) => toLogEvent(log)),
  };
}

/** The end by the duration, which is in microseconds. */
function endOf(record: Json, startNs: bigint, at: At, report: Report): bigint | undefined {
  const given = anyOf(record, 'duration');
  const nanoseconds = Math.round((toNumber(given) ?? Number.NaN) * 1e3);
  const endNs = Number.isFinite(nanoseconds) ? startNs + BigInt(nanoseconds) : undefined;
  if (endNs !== undefined && isDate(endNs)) return endNs;
  if (given !== undefined) badValue('duration', given, 'a number of microseconds', at, report);
  return undefined;
}

function microseconds(record: Json, key: string, at: At, report: Report): bigint | undefined {
  const value = anyOf(record, key);
  const ns = toNs(value, 'us');
  if (ns === null) badValue(key, value, 'a time in microseconds', at, report);
  return ns ?? undefined;
}

/** The parent: CHILD_OF before FOLLOWS_FROM, and only within the trace. */
function parentOf(record: Json, traceId: string): string | undefined {
  const references = listField(record, 'references').filter((reference) => {
    const owner = toId(anyOf(reference, 'traceID', 'traceId'));
    return owner === undefined || owner === traceId;
  });
  const childOf = references.find((reference) => anyOf(reference, 'refType') === 'CHILD_OF');
  return toParentId(anyOf(childOf ?? references[0], 'spanID', 'spanId') ?? anyOf(record, 'parentSpanID'));
}

function statusFromTags(tags: Attributes): Status {
  const reported = statusOf(tags.get('otel.status_code') ?? 'UNSET');
  if (reported !== undefined && reported !== 'UNSET') return reported;
  const error = tags.get('error');
  return error === true || error === 'true' ? 'ERROR' : 'UNSET';
}

function toLogEvent(log: Json): RawEvent {
  const attributes = toAttributes(anyOf(log, 'fields')) ?? NO_ATTRIBUTES;
  const name = attributes.get('event') ?? attributes.get('message');
  const timeNs = toNs(anyOf(log, 'timestamp'), 'us') ?? undefined;
  return { name: typeof name === 'string' ? name : '', ...(timeNs !== undefined && { timeNs }), attributes };
}
