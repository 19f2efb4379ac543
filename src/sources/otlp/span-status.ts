import { isObject, type Json } from '../../model/json.ts';
import type { Status } from '../../model/span.ts';
import type { At } from '../../problems/problem.ts';
import type { Report } from './raw-span.ts';
import { anyOf, badValue } from './record-fields.ts';

/** The status of a span and its message, as reported: a code, a name, or an object with either. */
export function toStatus(record: Json, at: At, report: Report): { status: Status; message?: string } {
  const value = anyOf(record, 'status', 'statusCode', 'status_code');
  const code = isObject(value) ? anyOf(value, 'code', 'status_code', 'statusCode') : value;
  const message = isObject(value)
    ? anyOf(value, 'message', 'description', 'status_message')
    : anyOf(record, 'status_message', 'statusMessage', 'status_description');
  const status = code === undefined ? 'UNSET' : statusOf(code);
  if (status === undefined) badValue('status', code, 'UNSET, OK or ERROR', at, report);
  return {
    status: status ?? 'UNSET',
    ...(typeof message === 'string' && message !== '' && { message }),
  };
}

/** The status that a code or name stands for; undefined when it is neither. */
export function statusOf(code: Json): Status | undefined {
  if (typeof code !== 'string' && typeof code !== 'number') return undefined;
  switch (String(code).trim().toUpperCase().replace('STATUS_CODE_', '').replace('STATUSCODE.', '')) {
    case '0':
    case 'UNSET':
    case '':
      return 'UNSET';
    case '1':
    case 'OK':
      return 'OK';
    case '2':
    case 'ERROR':
      return 'ERROR';
    default:
      return undefined;
  }
}
