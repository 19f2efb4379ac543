import { field, isObject, type Json, parseJson, textField } from '../model/json.ts';
import type { CallReply } from './line-messages.ts';

/** One line of a process. */
export interface LineReply {
  readonly id: number;
  /** Undefined: the code was loaded. */
  readonly reply: CallReply | undefined;
  /** The process that does the work, where it is not the one that was started. */
  readonly pid?: number;
}

/** Reads what a process answers; undefined for what is no answer. It runs code of the user: it is checked as data. */
export function readReply(line: string): LineReply | undefined {
  const value = parseJson(line);
  const id = field(value, 'id');
  if (!isObject(value) || typeof id !== 'number') return undefined;
  if (field(value, 'type') === 'ready') {
    const pid = field(value, 'pid');
    return { id, reply: undefined, ...(typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 1 && { pid }) };
  }
  const reply = callReply(value);
  const printed = textField(value, 'printed');
  return reply && { id, reply: { ...reply, ...(printed !== undefined && { printed }) } };
}

function callReply(value: Json): CallReply | undefined {
  const type = field(value, 'type');
  const message = textField(value, 'message') ?? '';
  if (type === 'score') {
    const score = field(value, 'score');
    if (typeof score !== 'number' || !Number.isFinite(score)) return undefined;
    const explanation = textField(value, 'explanation');
    const extra = field(value, 'extra');
    return {
      type,
      score,
      ...(explanation !== undefined && { explanation }),
      ...(extra !== undefined && { extra }),
    };
  }
  if (type === 'wrong') {
    const returned = textField(value, 'returned');
    return { type, message, ...(returned !== undefined && { returned }) };
  }
  if (type !== 'threw' && type !== 'unusable') return undefined;
  const traceback = textField(value, 'traceback');
  return { type, message, ...(traceback !== undefined && { traceback }) };
}
