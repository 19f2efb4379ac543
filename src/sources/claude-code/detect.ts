import { field, isObject, textField } from '../../model/json.ts';
import type { Detection, Opening } from '../define-source.ts';
import { placeOf } from './file-place.ts';

const HOUSEKEEPING: ReadonlySet<string> = new Set(['file-history-snapshot', 'queue-operation']);

/** Why a file is a recording of Claude Code or its SDK, from its opening; undefined when it shows nothing of them. */
export function detectClaudeCode(opening: Opening): Detection | undefined {
  const { topKeys, itemKeys, path, text } = opening;
  if (topKeys.includes('loglines')) return definite('it has the loglines of a Claude Code web export');
  if (placeOf(path).isSidecar && topKeys.includes('agentType')) return definite('it states the type of an agent');
  for (const record of opening.records) {
    const because = recordShows(record);
    if (because !== undefined) return definite(because);
    if (isWrapped(record)) return { confidence: 'likely', because: 'it wraps records of the Claude Agent SDK' };
  }
  if (opening.records.length > 0) return undefined;
  const names = (key: string): boolean => text.includes(`"${key}"`);
  if (itemKeys.includes('type') && names('session_id') && names('parent_tool_use_id'))
    return definite('it is a list of records of the Claude Agent SDK');
  if (topKeys.includes('messages') && names('direction') && names('control_request'))
    return { confidence: 'likely', because: 'it wraps records of the Claude Agent SDK' };
  return undefined;
}

function definite(because: string): Detection {
  return { confidence: 'definite', because };
}

function recordShows(record: unknown): string | undefined {
  if (Array.isArray(record))
    return record
      .slice(0, 20)
      .map(recordShows)
      .find((because) => because !== undefined);
  if (!isObject(record) || field(record, 'payload') !== undefined) return undefined;
  const type = textField(record, 'type');
  if (type === undefined) return undefined;
  const session = textField(record, 'sessionId');
  const stream = textField(record, 'session_id');
  if (textField(record, 'uuid') !== undefined && session !== undefined)
    return 'its records have the uuid and sessionId of Claude Code';
  if (HOUSEKEEPING.has(type) && (session !== undefined || isObject(field(record, 'snapshot'))))
    return `it has a ${type} record of Claude Code`;
  if (type === 'summary' && textField(record, 'leafUuid') !== undefined) return 'it has a summary of Claude Code';
  if (stream === undefined) return undefined;
  if (type === 'system' && textField(record, 'subtype') === 'init') return 'it begins like a stream of the SDK';
  if (type === 'result' && textField(record, 'subtype') !== undefined) return 'it has a result of the SDK';
  const isSpoken = (type === 'assistant' || type === 'user') && isObject(field(record, 'message'));
  return isSpoken && field(record, 'parent_tool_use_id') !== undefined ? 'it has messages of the SDK' : undefined;
}

/** A document with a list of messages in the SDK's form: `{type, message: {role, content}}`, or in an envelope. */
function isWrapped(record: unknown): boolean {
  const list = field(record, 'type') === undefined ? field(record, 'messages') : undefined;
  if (!Array.isArray(list)) return false;
  return list.slice(0, 50).some((item: unknown) => {
    const message = field(item, 'message');
    if (field(item, 'direction') !== undefined) return recordShows(message) !== undefined;
    const type = textField(item, 'type');
    return (type === 'user' || type === 'assistant') && textField(message, 'role') !== undefined;
  });
}
