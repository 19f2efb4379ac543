import { field, type Json, type JsonObject, textField } from '../../model/json.ts';
import { idField } from './id-field.ts';
import { contentText, type SessionRecord } from './session-record.ts';

/** What a tool call gave back. */
export interface ToolResult {
  readonly record: SessionRecord;
  readonly content?: Json;
  readonly isError: boolean;
  /** The structured twin of the content. */
  readonly structured?: Json;
}

/** One call of a tool. */
export interface ToolCall {
  readonly spanId: string;
  readonly callId?: string;
  readonly name: string;
  readonly input?: Json;
  readonly by: SessionRecord;
  result?: ToolResult;
}

const ERROR_MARK = '<tool_use_error>';

/** Tool calls of one speaker, joined with their results: by id, else by the record that asked, else in order. */
export class ToolCalls {
  readonly #calls: ToolCall[] = [];
  readonly #byId = new Map<string, ToolCall>();
  readonly #unnamed = new Map<string, { readonly calls: ToolCall[]; next: number }>();

  add(block: JsonObject, by: SessionRecord, prefix: string): void {
    const callId = idField(block, 'id');
    if (callId !== undefined && this.#byId.has(callId)) return;
    const input = field(block, 'input');
    const call: ToolCall = {
      spanId: `${prefix}${callId ?? `${by.uuid ?? 'tool'}:${this.#calls.length + 1}`}`,
      ...(callId !== undefined && { callId }),
      name: textField(block, 'name') ?? 'unknown',
      ...(input !== undefined && { input }),
      by,
    };
    this.#calls.push(call);
    if (callId !== undefined) this.#byId.set(callId, call);
    else this.#wait(by.uuid ?? '', call);
  }

  /** Joins a result block with its call. False when the call is not here. */
  finish(block: JsonObject, record: SessionRecord, structured: Json | undefined): boolean {
    const id = idField(block, 'tool_use_id');
    const asker = idField(record.value, 'sourceToolAssistantUUID') ?? idField(record.value, 'parentUuid') ?? '';
    const call = id === undefined ? this.#take(asker) : this.#byId.get(id);
    if (!call) return false;
    if (call.result) return true;
    const content = field(block, 'content');
    const marked = contentText(content)?.trimStart().startsWith(ERROR_MARK) === true;
    call.result = {
      record,
      ...(content !== undefined && { content }),
      isError: block.is_error === true || marked,
      ...(structured !== undefined && { structured }),
    };
    return true;
  }

  /** A tool call of the oldest form: a record of its own, beside the messages. */
  addStandalone(record: SessionRecord, prefix: string): void {
    const name = textField(record.value, 'name') ?? 'unknown';
    const input = field(record.value, 'input');
    const spanId = `${prefix}${record.uuid ?? `tool:${this.#calls.length + 1}`}`;
    const call: ToolCall = { spanId, name, ...(input !== undefined && { input }), by: record };
    this.#calls.push(call);
    this.#wait(`standalone ${name}`, call);
  }

  finishStandalone(record: SessionRecord): void {
    const call = this.#take(`standalone ${textField(record.value, 'name') ?? 'unknown'}`);
    const content = field(record.value, 'output') ?? field(record.value, 'content');
    if (!call) return;
    call.result = { record, ...(content !== undefined && { content }), isError: record.value.is_error === true };
  }

  list(): readonly ToolCall[] {
    return this.#calls;
  }

  #wait(key: string, call: ToolCall): void {
    const waiting = this.#unnamed.get(key);
    if (waiting) waiting.calls.push(call);
    else this.#unnamed.set(key, { calls: [call], next: 0 });
  }

  #take(key: string): ToolCall | undefined {
    const waiting = this.#unnamed.get(key);
    return waiting?.calls[waiting.next++];
  }
}
