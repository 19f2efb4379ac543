import { type Json, type JsonObject, textField } from '../../model/json.ts';
import type { Outcome } from '../../results/outcome.ts';
import { because } from '../outcome-words.ts';
import type { Hide } from '../redact.ts';

/** INFO of the OpenTelemetry log data model. */
const INFO = 9;

/**
 * The `gen_ai.evaluation.result` event of an outcome as an OTLP log record. It is parented on the span that was
 * scored; ids that are no OpenTelemetry ids stand in attributes of our own. A time is absent: none was recorded.
 */
export function logRecord(outcome: Outcome, hide: Hide): JsonObject {
  const { trace_id: trace, span_id: span } = outcome.partition;
  const traceId = hexId(trace, 32);
  const spanId = traceId === undefined ? undefined : hexId(span, 16);
  return {
    severityNumber: INFO,
    severityText: 'INFO',
    eventName: 'gen_ai.evaluation.result',
    ...(traceId !== undefined && { traceId }),
    ...(spanId !== undefined && { spanId }),
    attributes: [
      ...evaluation(outcome, hide),
      ...subject(outcome, hide),
      ...text('muster.trace_id', traceId === undefined ? trace : undefined, hide),
      ...text('muster.span_id', spanId === undefined ? span : undefined, hide),
    ],
  };
}

function evaluation(outcome: Outcome, hide: Hide): Json[] {
  return [
    ...text('gen_ai.evaluation.name', outcome.metric, hide),
    ...(outcome.status === 'scored'
      ? [attribute('gen_ai.evaluation.score.value', { doubleValue: outcome.score })]
      : []),
    ...text('gen_ai.evaluation.score.label', outcome.status === 'scored' ? outcome.label : outcome.status, hide),
    ...text('gen_ai.evaluation.explanation', because(outcome), hide),
    ...text('gen_ai.response.id', textField(outcome.details, 'response_id'), hide),
    ...text('error.type', outcome.status === 'error' ? outcome.reason : undefined, hide),
  ];
}

function subject(outcome: Outcome, hide: Hide): Json[] {
  const { partition } = outcome;
  return [
    ...text('gen_ai.agent.name', partition.agent, hide),
    ...text('gen_ai.conversation.id', partition.session_id, hide),
    ...text('muster.outcome.id', outcome.id, hide),
    ...text('muster.status', outcome.status, hide),
    ...text('muster.reason', outcome.reason, hide),
    ...text('muster.scope', partition.type, hide),
    ...text('muster.metric.version', outcome.version, hide),
    ...text('muster.case_id', outcome.case_id, hide),
  ];
}

function text(key: string, value: string | undefined, hide: Hide): Json[] {
  return value === undefined || value === '' ? [] : [attribute(key, { stringValue: hide(value) })];
}

function attribute(key: string, value: JsonObject): Json {
  return { key, value };
}

/** An id of so many hex digits that is not all zero, in lower case. */
function hexId(id: string | undefined, digits: number): string | undefined {
  if (id?.length !== digits || !/^[0-9a-f]+$/i.test(id) || /^0+$/.test(id)) return undefined;
  return id.toLowerCase();
}
