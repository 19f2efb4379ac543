import { canonicalJson } from '../../model/canonical-json.ts';
import { field, type Json, type JsonObject, numberField, textField } from '../../model/json.ts';
import { makeSpan, type Span, type SpanError } from '../../model/span.ts';
import type { Usage } from '../../model/usage.ts';
import { withheld } from '../input/withhold.ts';
import { isRefusal } from './launches.ts';
import { toPart } from './parts.ts';
import { timeRange } from './record-time.ts';
import type { Run } from './run.ts';
import { contentText, recordText } from './session-record.ts';
import type { ModelCall } from './thread.ts';
import type { ToolCall } from './tool-calls.ts';
import { type Counters, countersOf, isSameInput, largest, usageOf } from './usage.ts';

/** The span of a model call: the union of its lines. */
export function modelSpan(call: ModelCall, run: Run): Span {
  const [first] = call.records;
  const last = call.records.at(-1);
  const { startNs: from, endNs } = timeRange(call.records);
  const begin = beginOf(call, run) ?? from;
  const model = textField(first?.message, 'model');
  const stop = stopReason(call);
  const usage = call.isError ? undefined : callUsage(call, run);
  const usd = call.isError ? undefined : numberField(last?.value, 'costUSD');
  const span = makeSpan({
    traceId: run.traceId,
    spanId: call.spanId,
    parentId: run.spanId,
    sessionId: run.sessionId,
    name: model === undefined || call.isError ? 'model call' : `chat ${model}`,
    kind: 'LLM',
    ...(begin !== undefined && endNs !== undefined && { startNs: begin, endNs }),
    ...(model !== undefined && !call.isError && { model: { responded: model } }),
    ...(call.responseId !== undefined && !call.isError && { responseId: call.responseId }),
    ...(usage && { usage }),
    ...(usd !== undefined && { cost: { usd, scope: 'exclusive', source: 'costUSD' } }),
    ...(stop !== undefined && { finishReasons: [stop] }),
    ...(call.isError
      ? { status: 'ERROR', ...errorOf(call) }
      : {
          outputMessages: [
            { role: 'assistant', parts: partsOf(call), ...(stop !== undefined && { finishReason: stop }) },
          ],
        }),
    ...(last?.value.isAbortedMidStream === true && {
      errors: [{ type: 'aborted_mid_stream', source: 'isAbortedMidStream' }],
    }),
    attributes: callAttributes(call),
    at: first?.at ?? { file: '' },
  });
  // Its blocks are written one after another: after the thoughts alone, the rest was still to come.
  const isGoingOn = call === run.thread.calls.at(-1) && (stop === undefined || stop === 'tool_use');
  return isGoingOn ? withheld(span) : span;
}

/** A call can have begun when the record before it was written, but not before its run. */
function beginOf({ previousNs, records }: ModelCall, run: Run): bigint | undefined {
  const own = records[0]?.timeNs;
  const runStart = run.thread.records[0]?.timeNs;
  if (previousNs === undefined || own === undefined || previousNs > own) return undefined;
  return runStart !== undefined && previousNs < runStart ? undefined : previousNs;
}

/** The stop reason of the last line that has one. */
export function stopReason(call: ModelCall): string | undefined {
  return textField(call.records.findLast((record) => textField(record.message, 'stop_reason'))?.message, 'stop_reason');
}

function partsOf(call: ModelCall): ReturnType<typeof toPart>[] {
  const seen = new Set<string>();
  const blocks: JsonObject[] = [];
  for (const record of call.records) {
    for (const block of record.blocks) {
      const key = call.records.length > 1 ? canonicalJson(block) : String(blocks.length);
      if (!seen.has(key)) blocks.push(block);
      seen.add(key);
    }
  }
  return blocks.map(toPart);
}

function errorOf(call: ModelCall): { statusMessage: string; errors: readonly SpanError[] } {
  const [record] = call.records;
  const message = record ? recordText(record) : '';
  const type = textField(record?.value, 'error');
  return {
    statusMessage: message,
    errors: [{ ...(type !== undefined && { type }), message, source: 'isApiErrorMessage' }],
  };
}

function callCounters(call: ModelCall): Counters {
  return call.records.reduce<Counters>((sum, { message }) => largest(sum, countersOf(field(message, 'usage'))), {});
}

/**
 * Tokens of a call. Agents' files and SDK streams are written before the call has ended: without a stop reason their
 * output is a lower bound. The issuer is told the usage of an agent's last call, and completes it.
 */
function callUsage(call: ModelCall, run: Run): Usage | undefined {
  const counters = callCounters(call);
  const [first] = call.records;
  const last = call.records.at(-1);
  const isEarly = run.agent !== undefined || field(first?.value, 'parent_tool_use_id') !== undefined;
  const isCut = last?.value.isAbortedMidStream === true;
  const told = call === run.thread.calls.at(-1) ? countersOf(field(run.launch?.call.result?.structured, 'usage')) : {};
  if (isSameInput(told, counters)) return usageOf(largest(counters, told), 'exclusive', 'full');
  const isStub = isEarly && stopReason(call) === undefined;
  return usageOf(counters, 'exclusive', isStub || isCut ? 'partial' : 'full');
}

function callAttributes(call: ModelCall): Map<string, Json> {
  const last = call.records.at(-1);
  const attributes = new Map<string, Json>();
  const requestId = textField(last?.value, 'requestId');
  if (requestId !== undefined) attributes.set('request_id', requestId);
  for (const key of ['cache_creation', 'server_tool_use', 'service_tier']) {
    const value = field(field(last?.message, 'usage'), key);
    if (value !== undefined && value !== null) attributes.set(`usage.${key}`, value);
  }
  return attributes;
}

/** The span of a tool call. */
export function toolSpan(call: ToolCall, run: Run): Span {
  const { result, input } = call;
  const startNs = call.by.timeNs;
  const endNs = result?.record.timeNs;
  return makeSpan({
    traceId: run.traceId,
    spanId: call.spanId,
    parentId: run.spanId,
    sessionId: run.sessionId,
    name: call.name,
    kind: 'TOOL',
    ...(startNs !== undefined && { startNs }),
    ...(endNs !== undefined && { endNs: startNs !== undefined && endNs < startNs ? startNs : endNs }),
    ...(result && (result.isError ? failure(call) : { status: 'OK' })),
    tool: {
      name: call.name,
      ...(call.callId !== undefined && { callId: call.callId }),
      ...(input !== undefined && { arguments: input }),
      ...(result?.content !== undefined && { result: result.content }),
      ...(result && { resultIsError: result.isError }),
    },
    attributes: new Map(result?.structured === undefined ? [] : [['tool_use_result', result.structured]]),
    at: call.by.at,
  });
}

function failure(call: ToolCall): { status: 'ERROR'; errors: readonly SpanError[] } {
  const message = contentText(call.result?.content) ?? '';
  const type = isRefusal(call)
    ? 'user_rejected'
    : message.trimStart().startsWith('<tool_use_error>')
      ? 'tool_use_error'
      : 'tool_error';
  return { status: 'ERROR', errors: [{ type, message, source: 'tool_result' }] };
}
