import { field, type Json, textField } from '../../model/json.ts';
import type { Detection, Opening } from '../define-source.ts';
import { type Container, containerOf, WRAPPED } from './containers/detect-container.ts';
import { recordIds } from './span-record.ts';

const BECAUSE: Readonly<Record<Container, string>> = {
  otlp: 'it has the keys of an OTLP export request',
  jaeger: 'it has the traces and processes of the Jaeger API',
  spans: 'it is an object with a list of spans that carry ids',
  list: 'it is a list of spans that carry ids',
  span: 'its records carry the ids of a span',
  log: 'its records are logs with the ids of a span',
  wrapped: 'it wraps a container of spans',
  attributes: 'its keys are attributes of GenAI conventions',
};

/** Why a file holds spans of OpenTelemetry, from its opening; undefined when it shows none. */
export function detectSpans(opening: Opening): Detection | undefined {
  for (const record of opening.records) {
    const container = containerOf(record as Json);
    if (!container || isCanonical(record)) continue;
    return { confidence: isCertain(record as Json) ? 'definite' : 'likely', because: BECAUSE[container] };
  }
  const keys = ['resourceSpans', 'resource_spans', 'resourceLogs', 'resource_logs', 'batches', 'scopeSpans'];
  if (opening.topKeys.some((key) => keys.includes(key))) return { confidence: 'definite', because: BECAUSE.otlp };
  return detectLong(opening);
}

/** True when a record is, or directly holds, a container that no other format has. */
function isCertain(record: Json | undefined): boolean {
  const container = record === undefined ? undefined : containerOf(record);
  if (container === 'otlp' || container === 'jaeger') return true;
  if (container === 'list') return Array.isArray(record) && record.some(isCertain);
  return container === 'wrapped' && WRAPPED.some((key) => isCertain(field(record, key)));
}

/** Documents longer than the opening: only their keys are known. */
function detectLong(opening: Opening): Detection | undefined {
  const { topKeys, itemKeys, text } = opening;
  if (topKeys.includes('data') && text.includes('"traceID"') && text.includes('"operationName"'))
    return { confidence: 'definite', because: BECAUSE.jaeger };
  const { spanId } = idsAmong(itemKeys);
  const hasSpanId = spanId !== undefined || itemKeys.includes('spanContext') || itemKeys.includes('context');
  if (itemKeys.includes('name') && hasSpanId) return { confidence: 'likely', because: BECAUSE.list };
  if (topKeys.includes('spans') && /"(span_id|spanId|spanContext)"/.test(text))
    return { confidence: 'likely', because: BECAUSE.spans };
  const own = idsAmong(topKeys);
  const isSpan = own.spanId !== undefined && own.traceId !== undefined && topKeys.includes('name');
  return isSpan ? { confidence: 'likely', because: BECAUSE.span } : undefined;
}

/** The ids that a record with these keys may state. */
function idsAmong(keys: readonly string[]): ReturnType<typeof recordIds> {
  return recordIds(Object.fromEntries(keys.map((key): [string, Json] => [key, 'x'])));
}

/** Records of the canonical schema are spans as well, but not these. */
function isCanonical(record: unknown): boolean {
  return ['span', 'delegation', 'trace', 'case'].includes(textField(record, 'type') ?? '');
}
