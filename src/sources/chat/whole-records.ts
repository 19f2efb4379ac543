import { field, type Json, textField } from '../../model/json.ts';
import { counted, type Kept } from '../input/broken-problem.ts';
import type { BrokenValue } from '../input/broken-value.ts';
import { takeOut } from '../input/without-half-read.ts';
import { kindOf } from './record-kind.ts';

/** What is whole of a value that breaks. */
export interface WholeRecords extends Kept {
  /** The value without what was not read to its end; undefined where nothing of it is left. */
  readonly value?: Json;
  /** The record whose last messages are lost. */
  readonly cut?: Json;
}

/**
 * Takes out of a value what was not read to its end. A conversation keeps its messages before the break; a run of
 * tau-bench, which names its trial at its end, is left out.
 */
export function wholeRecords({ value: read, path }: BrokenValue): WholeRecords {
  const value = read as Json;
  const isList = Array.isArray(value) && kindOf(value) !== 'message list';
  const depth = isList ? 1 : 0;
  const record = isList ? (value as readonly Json[])[Number(path[0])] : value;
  const whole = Array.isArray(value) && isList ? value.length - (record === undefined ? 0 : 1) : 0;
  const isDocument = Array.isArray(value);
  if (record === undefined) return { value, isDocument, ...keptOf(whole, false) };
  const inMessages = Array.isArray(record) ? depth : path[depth] === 'messages' ? depth + 1 : undefined;
  const halfRead = path.slice(0, inMessages === undefined ? depth + 1 : inMessages + 1);
  const kind = kindOf(record);
  const isKept = kind === 'message list' || kind === 'messages';
  if (isKept && halfRead.length > (inMessages ?? depth)) takeOut(value, halfRead);
  if (isKept && isAnswered(record))
    return { value, isDocument, halfRead, ...(inMessages !== undefined && { cut: record }), ...keptOf(whole, true) };
  const recordPath = path.slice(0, depth);
  const rest = takeOut(value, recordPath) ? { value } : {};
  return { ...rest, isDocument, halfRead: recordPath, ...keptOf(whole, false) };
}

function isAnswered(record: Json): boolean {
  const messages = Array.isArray(record) ? record : field(record, 'messages');
  return Array.isArray(messages) && messages.some((message) => textField(message, 'role') === 'assistant');
}

function keptOf(whole: number, hasPart: boolean): Pick<Kept, 'kept'> {
  const part = whole > 0 ? 'the messages of one more' : 'the messages of one conversation';
  const kept = [...(whole > 0 ? [counted(whole, 'conversation')] : []), ...(hasPart ? [part] : [])];
  return kept.length > 0 ? { kept: kept.join(' and ') } : {};
}
