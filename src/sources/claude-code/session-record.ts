import { field, isObject, type Json, type JsonObject, textField } from '../../model/json.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import { idField } from './id-field.ts';
import { toNanoseconds } from './record-time.ts';
import { badFigure } from './usage.ts';

export type Report = (problem: Problem) => void;

/** Types of records that carry conversation or facts about it; all others are housekeeping of a growing format. */
export type RecordType =
  | 'user'
  | 'assistant'
  | 'system'
  | 'result'
  | 'tool_use'
  | 'tool_result'
  | 'queue-operation'
  | 'attachment';

/** One record that says something about the conversation, with the fields that place it. */
export interface SessionRecord {
  readonly type: RecordType;
  readonly value: JsonObject;
  readonly message?: JsonObject;
  /** Content blocks of the message; plain text is one text block. */
  readonly blocks: readonly JsonObject[];
  readonly uuid?: string;
  readonly sessionId?: string;
  readonly agentId?: string;
  readonly isSidechain: boolean;
  /** In captures of the SDK: the tool call that runs the agent this record belongs to. */
  readonly parentToolUseId?: string;
  readonly timeNs?: bigint;
  /** Place among the records of its family, in order of reading. */
  readonly position: number;
  readonly at: At;
}

const TYPES: ReadonlySet<string> = new Set<RecordType>([
  'user',
  'assistant',
  'system',
  'result',
  'tool_use',
  'tool_result',
  'queue-operation',
  'attachment',
]);

/** True for the types that carry conversation. */
function isRecordType(type: string): type is RecordType {
  return TYPES.has(type);
}

/** True for records of what was said and done, by themselves enough for a run. */
export function isSpoken({ type }: SessionRecord): boolean {
  return type === 'user' || type === 'assistant' || type === 'tool_use' || type === 'result';
}

/** The session that a record names; the SDK's placeholder for "not known yet" names none. */
export function sessionIdOf(value: JsonObject): string | undefined {
  const id = idField(value, 'sessionId') ?? idField(value, 'session_id');
  return id === 'default' || id === '' ? undefined : id;
}

/** Reads one JSON value as a record. Undefined for housekeeping, and, after a report, for what has no usable shape. */
export function toSessionRecord(value: Json, position: number, at: At, report: Report): SessionRecord | undefined {
  if (!isObject(value)) return reject(`a ${Array.isArray(value) ? 'list' : typeof value} is not a record`, at, report);
  const type = textField(value, 'type');
  if (type === undefined) return reject("it has no 'type'", at, report);
  if (!isRecordType(type) || !isTold(type, value)) {
    if (!isRecordType(type) && isObject(value.message) && Object.hasOwn(value.message, 'role'))
      reject(`type '${type}' carries a message, and is not known`, at, report);
    return undefined;
  }
  const message = isObject(value.message) ? value.message : undefined;
  const hasMessage = type === 'user' || type === 'assistant';
  if (hasMessage && !message) return reject(`a record of type '${type}' has no message`, at, report);
  const blocks = hasMessage && message ? contentBlocks(message, at, report) : [];
  if (blocks === undefined) return undefined;
  const bad = badFigure(field(message, 'usage'));
  if (bad) report(problem('SOURCE_BAD_VALUE', { ...bad, expected: 'a number of tokens' }, at));
  const timeNs = toNanoseconds(value.timestamp);
  const fields = {
    uuid: idField(value, 'uuid'),
    sessionId: sessionIdOf(value),
    agentId: idField(value, 'agentId'),
    parentToolUseId: idField(value, 'parent_tool_use_id'),
  };
  return {
    type,
    value,
    ...(message && { message }),
    blocks,
    isSidechain: value.isSidechain === true,
    ...(timeNs !== undefined && { timeNs }),
    position,
    at,
    ...withoutAbsent(fields),
  };
}

const SYSTEM: ReadonlySet<string> = new Set(['init', 'compact_boundary', 'api_error']);

/** Of some types only a few records say something about the conversation. */
function isTold(type: RecordType, value: JsonObject): boolean {
  const subtype = textField(value, 'subtype');
  if (type === 'system') return subtype !== undefined && SYSTEM.has(subtype);
  if (type === 'result') return subtype !== undefined;
  if (type === 'attachment') return textField(field(value, 'attachment'), 'type') === 'queued_command';
  return true;
}

function reject(reason: string, at: At, report: Report): undefined {
  report(problem('SOURCE_BAD_RECORD', { reason }, at));
}

function contentBlocks(message: JsonObject, at: At, report: Report): readonly JsonObject[] | undefined {
  const { content } = message;
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) return reject('its message has no content', at, report);
  const blocks: JsonObject[] = [];
  for (const block of content as readonly Json[]) {
    if (typeof block === 'string') blocks.push({ type: 'text', text: block });
    else if (isObject(block)) blocks.push(block);
    else reject('a content block is not an object', at, report);
  }
  return blocks;
}

function withoutAbsent<T extends Readonly<Record<string, string | undefined>>>(
  fields: T,
): { readonly [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: string;
  };
}

/** The text of a record's text blocks, joined by line feeds. */
export function recordText(record: SessionRecord): string {
  return blocksText(record.blocks);
}

/** The text of text blocks, joined by line feeds. */
export function blocksText(blocks: readonly Json[]): string {
  const texts: string[] = [];
  for (const block of blocks) {
    const text = typeof block === 'string' ? block : textField(block, 'text');
    if (text !== undefined && (typeof block === 'string' || textField(block, 'type') === 'text')) texts.push(text);
  }
  return texts.join('\n');
}

/** The text of tool output: plain text, or the text blocks of a list. */
export function contentText(content: Json | undefined): string | undefined {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? blocksText(content as readonly Json[]) : undefined;
}
