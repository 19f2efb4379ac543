import { type Json, type JsonObject, textField } from '../../model/json.ts';
import { problem } from '../../problems/problem.ts';
import { callKey } from './copies.ts';
import { idField } from './id-field.ts';
import type { Report, SessionRecord } from './session-record.ts';
import { type ToolCall, ToolCalls } from './tool-calls.ts';
import { structuredResult } from './user-kind.ts';

/** One call of a model: all lines that carry its message. */
export interface ModelCall {
  readonly spanId: string;
  readonly responseId?: string;
  readonly records: SessionRecord[];
  /** Time of the record before its first line: when the call can have begun. */
  readonly previousNs?: bigint;
  readonly isError: boolean;
}

/** What one speaker did, in order. */
export interface Thread {
  readonly records: readonly SessionRecord[];
  readonly calls: readonly ModelCall[];
  readonly tools: readonly ToolCall[];
}

/** Reads the ordered records of one speaker: each model call once, each tool call with its result. */
export function readThread(records: readonly SessionRecord[], report: Report): Thread {
  const calls = new Map<string, ModelCall>();
  const requests = requestsByMessage(records);
  const tools = new ToolCalls();
  const hasAllTimes = records.every((record) => record.type !== 'assistant' || record.timeNs !== undefined);
  let previousNs: bigint | undefined;
  for (const [index, record] of records.entries()) {
    // Without times the order of spans is that of their ids.
    const prefix = hasAllTimes ? '' : `${String(index).padStart(6, '0')}.`;
    if (record.type === 'assistant' && isModelCall(record)) addLine(record, prefix);
    if (record.type === 'assistant') for (const block of toolUses(record)) tools.add(block, record, prefix);
    if (record.type === 'tool_use') tools.addStandalone(record, prefix);
    if (record.type === 'tool_result') tools.finishStandalone(record);
    if (record.type === 'user') finish(record);
    if (record.type !== 'queue-operation' && record.type !== 'attachment') previousNs = record.timeNs ?? previousNs;
  }
  return { records, calls: [...calls.values()], tools: tools.list() };

  function addLine(record: SessionRecord, prefix: string): void {
    const key = callKey(record) ?? `${record.uuid ?? ''} ${record.position}`;
    const known = calls.get(key);
    if (known) {
      known.records.push(record);
      return;
    }
    const id = idField(record.message, 'id');
    const request = textField(record.value, 'requestId');
    const isShared = id !== undefined && (requests.get(id)?.size ?? 0) > 1;
    const responseId = isShared && request !== undefined ? `${id}~${request}` : id;
    calls.set(key, {
      spanId: `${prefix}${responseId ?? record.uuid ?? `call-${calls.size + 1}`}`,
      ...(responseId !== undefined && { responseId }),
      records: [record],
      ...(previousNs !== undefined && { previousNs }),
      isError: record.value.isApiErrorMessage === true,
    });
  }

  function finish(record: SessionRecord): void {
    const results = record.blocks.filter((block) => block.type === 'tool_result');
    const structured = structuredResult(record) as Json | undefined;
    for (const block of results) {
      // The structured twin stands once on a record: it is of the one result that the record carries.
      if (tools.finish(block, record, results.length === 1 ? structured : undefined)) continue;
      const span = textField(block, 'tool_use_id') ?? 'a tool call without an id';
      report(problem('SOURCE_UNMATCHED_CONTENT', { span }, record.at));
    }
  }
}

/** Messages that the program writes in the model's name are no calls; its report of a failed call is one. */
export function isModelCall(record: SessionRecord): boolean {
  return textField(record.message, 'model') !== '<synthetic>' || record.value.isApiErrorMessage === true;
}

function toolUses(record: SessionRecord): readonly JsonObject[] {
  return record.blocks.filter((block) => block.type === 'tool_use');
}

/** Request ids by message id: an id that several requests share does not name one call. */
function requestsByMessage(records: readonly SessionRecord[]): Map<string, Set<string>> {
  const requests = new Map<string, Set<string>>();
  for (const record of records) {
    const id = record.type === 'assistant' ? idField(record.message, 'id') : undefined;
    if (id === undefined) continue;
    const known = requests.get(id) ?? new Set();
    requests.set(id, known);
    known.add(textField(record.value, 'requestId') ?? '');
  }
  return requests;
}
