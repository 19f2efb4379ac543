import { type Json, toNumber } from '../../model/json.ts';
import type { Attributes, SpanLink } from '../../model/span.ts';
import { DROPPED } from '../../model/truncated.ts';
import { type At, problem } from '../../problems/problem.ts';
import { toAttributes } from './any-value.ts';
import { toId, toParentId } from './ids.ts';
import { NO_ATTRIBUTES, type RawEvent, type RawSpan, type Report } from './raw-span.ts';
import { anyOf, badValue } from './record-fields.ts';
import { toStatus } from './span-status.ts';
import { type TimeUnit, toNs } from './time.ts';

/** What stands around a span: the resource that emitted it and its instrumentation scope. */
export interface Surroundings {
  readonly resource: Attributes;
  readonly scope?: string;
  /** The trace of spans that do not name one. */
  readonly traceId?: string;
}

/** The ids of a record, in the spelling of OTLP, of Python and JavaScript dumps, or of Phoenix. */
export function recordIds(record: Json): { traceId: string | undefined; spanId: string | undefined } {
  const context = anyOf(record, 'spanContext', 'span_context', 'context', '_spanContext');
  const traceKeys = ['traceId', 'trace_id', 'traceID', 'context.trace_id'];
  const spanKeys = ['spanId', 'span_id', 'spanID', 'context.span_id'];
  return {
    traceId: toId(anyOf(record, ...traceKeys) ?? anyOf(context, ...traceKeys)),
    spanId: toId(anyOf(record, ...spanKeys) ?? anyOf(context, ...spanKeys)),
  };
}

/** A span written as one object, whatever dialect spells its fields. Undefined (and reported) when it has no ids. */
export function toRawSpan(record: Json, around: Surroundings, at: At, report: Report): RawSpan | undefined {
  const { traceId = around.traceId, spanId } = recordIds(record);
  if (traceId === undefined || spanId === undefined) {
    const missing = traceId === undefined ? 'trace id' : 'span id';
    report(problem('SOURCE_BAD_RECORD', { reason: `a span without a ${missing}` }, at));
    return undefined;
  }
  const parentId = toParentId(
    anyOf(record, 'parentSpanId', 'parent_span_id', 'parentId', 'parent_id') ??
      anyOf(anyOf(record, 'parentSpanContext', 'parent_span_context', 'parent'), 'spanId', 'span_id'),
  );
  const name = anyOf(record, 'name', 'operationName', 'span_name');
  if (typeof name !== 'string') badValue('the name of a span', name, 'a text', at, report);
  const kindField = anyOf(record, 'span_kind', 'spanKind');
  const startNs = timeOf(record, START, at, report);
  const endNs = timeOf(record, END, at, report);
  const { status, message } = toStatus(record, at, report);
  const scope = anyOf(anyOf(record, 'scope', 'instrumentationScope', 'instrumentationLibrary'), 'name');
  const scopeName = typeof scope === 'string' && scope !== '' ? scope : around.scope;
  return {
    type: 'span',
    traceId,
    spanId,
    ...(parentId !== undefined && { parentId }),
    name: typeof name === 'string' ? name : '',
    ...(typeof kindField === 'string' && { kindField }),
    ...(startNs !== undefined && { startNs }),
    ...(endNs !== undefined && { endNs }),
    status,
    ...(message !== undefined && { statusMessage: message }),
    attributes: withDropped(spanAttributes(record, at, report), record),
    resource: around.resource === NO_ATTRIBUTES ? ownResource(record) : around.resource,
    ...(scopeName !== undefined && { scope: scopeName }),
    events: toEvents(anyOf(record, ...EVENTS), at, report),
    links: toLinks(anyOf(record, ...LINKS)),
    at,
  };
}

const EVENTS = ['events', 'span_events', 'spanEvents'];
const LINKS = ['links', 'span_links'];
const START: readonly (readonly [string, TimeUnit])[] = [
  ['startTimeUnixNano', 'ns'],
  ['start_time_unix_nano', 'ns'],
  ['startTime', 'guess'],
  ['start_time', 'guess'],
];
const END: readonly (readonly [string, TimeUnit])[] = [
  ['endTimeUnixNano', 'ns'],
  ['end_time_unix_nano', 'ns'],
  ['endTime', 'guess'],
  ['end_time', 'guess'],
];
const EVENT_TIME: readonly (readonly [string, TimeUnit])[] = [
  ['timeUnixNano', 'ns'],
  ['time_unix_nano', 'ns'],
  ['observedTimeUnixNano', 'ns'],
  ['time', 'guess'],
  ['timestamp', 'guess'],
];

function timeOf(
  record: Json,
  spellings: readonly (readonly [string, TimeUnit])[],
  at: At,
  report: Report,
): bigint | undefined {
  for (const [key, unit] of spellings) {
    const value = anyOf(record, key);
    if (value === undefined) continue;
    const ns = toNs(value, unit);
    if (ns === null) badValue(key, value, 'a time', at, report);
    else if (ns !== undefined) return ns;
  }
  return undefined;
}

/** Attributes of a record; Phoenix tables have them as columns `attributes.…`. */
function spanAttributes(record: Json, at: At, report: Report): Attributes {
  const recorded = anyOf(record, 'attributes', 'tags');
  const attributes = toAttributes(recorded);
  if (attributes === undefined) badValue('attributes', recorded, 'a list of keys and values', at, report);
  if (recorded !== undefined) return attributes ?? NO_ATTRIBUTES;
  const columns = Object.entries(record ?? {}).flatMap(([key, value]: [string, Json]): [string, Json][] =>
    key.startsWith('attributes.') && value !== null ? [[key.slice('attributes.'.length), value]] : [],
  );
  return columns.length ? new Map(columns) : (attributes ?? NO_ATTRIBUTES);
}

/** The attributes with how much a recorder left out, where it says so: of the span, of its events and of its links. */
function withDropped(attributes: Attributes, record: Json): Attributes {
  const events = anyOf(record, ...EVENTS);
  const links = anyOf(record, ...LINKS);
  const inside = [events, links].flatMap((list) => (Array.isArray(list) ? list : []));
  const counts = [
    [DROPPED.attributes, [record, ...inside].reduce((sum: number, each) => sum + droppedAttributes(each), 0)],
    [DROPPED.events, countAt(record, 'droppedEventsCount', 'dropped_events_count')],
    [DROPPED.links, countAt(record, 'droppedLinksCount', 'dropped_links_count')],
  ] as const;
  const found = counts.filter(([, count]) => count > 0);
  return found.length ? new Map([...attributes, ...found]) : attributes;
}

/** How many attributes a recorder left out of a span, an event, a link or a log record. */
export function droppedAttributes(record: Json): number {
  return countAt(record, 'droppedAttributesCount', 'dropped_attributes_count');
}

function countAt(record: Json, ...keys: readonly string[]): number {
  const count = toNumber(anyOf(record, ...keys));
  return count !== undefined && Number.isSafeInteger(count) && count > 0 ? count : 0;
}

function ownResource(record: Json): Attributes {
  const resource = anyOf(record, 'resource', '_resource');
  return toAttributes(anyOf(resource, 'attributes', '_attributes')) ?? NO_ATTRIBUTES;
}

function toEvents(value: Json | undefined, at: At, report: Report): RawEvent[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    badValue('events', value, 'a list', at, report);
    return [];
  }
  return value.map((event: Json) => toEvent(event, at, report));
}

/** An event of a span or a log record. */
export function toEvent(event: Json, at: At, report: Report): RawEvent {
  const attributes = toAttributes(anyOf(event, 'attributes', 'fields')) ?? NO_ATTRIBUTES;
  const timeNs = timeOf(event, EVENT_TIME, at, report);
  const stated = anyOf(event, 'name', 'event_name', 'eventName') ?? attributes.get('event.name');
  const name = stated ?? attributes.get('event');
  const body = anyOf(event, 'body');
  return {
    name: typeof name === 'string' ? name : '',
    ...(timeNs !== undefined && { timeNs }),
    attributes,
    ...(body !== undefined && { body }),
  };
}

function toLinks(value: Json | undefined): SpanLink[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((link: Json) => {
    const { traceId, spanId } = recordIds(link);
    return traceId === undefined || spanId === undefined ? [] : [{ traceId, spanId }];
  });
}
