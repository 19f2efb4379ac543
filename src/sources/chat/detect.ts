import { field, type Json } from '../../model/json.ts';
import type { Detection, Opening } from '../define-source.ts';
import { isMessage, kindByKeys, kindOf, type RecordKind } from './record-kind.ts';

const BECAUSE: Readonly<Record<RecordKind, string>> = {
  'tau-bench': 'its records are runs of tau-bench, with traj and reward',
  messages: 'its records have messages with roles',
  'message list': 'it is a list of messages with roles',
  printed: 'its records are conversations that tau-bench printed as text',
};

/** Why a file holds conversations, from its opening; undefined when it shows none. */
export function detectChat(opening: Opening): Detection | undefined {
  const found = opening.records.length > 0 ? kindOfRecords(opening.records as readonly Json[]) : kindOfLong(opening);
  return found && { confidence: found === 'tau-bench' ? 'definite' : 'likely', because: BECAUSE[found] };
}

function kindOfRecords(records: readonly Json[]): RecordKind | undefined {
  for (const record of records) {
    const items = Array.isArray(record) && kindOf(record) === undefined ? (record as readonly Json[]) : [record];
    for (const item of items) {
      const found = kindOf(item);
      if (found !== undefined && (found !== 'messages' || isConversation(field(item, 'messages')))) return found;
    }
  }
  return undefined;
}

/** Parts that the Messages API of Anthropic has and chat completions have not: its calls would be overlooked. */
const FOREIGN_PARTS: ReadonlySet<Json | undefined> = new Set(['tool_use', 'tool_result']);

function isConversation(messages: Json | undefined): boolean {
  if (!Array.isArray(messages)) return false;
  const list = messages as readonly Json[];
  return list.some(isMessage) && !list.some((message) => hasForeignPart(field(message, 'content')));
}

function hasForeignPart(content: Json | undefined): boolean {
  return Array.isArray(content) && (content as readonly Json[]).some((part) => FOREIGN_PARTS.has(field(part, 'type')));
}

const ROLE = /"role"\s*:\s*"(?:system|developer|user|assistant|tool|function)"/;
const FOREIGN_PART = /"type"\s*:\s*"tool_(?:use|result)"/;

/** Documents longer than the opening: only their keys are known, and those only as far as the opening goes. */
function kindOfLong({ shape, topKeys, itemKeys, text }: Opening): RecordKind | undefined {
  if (shape !== 'document') return undefined;
  const isList = text.trimStart().startsWith('[');
  const keys = isList ? itemKeys : topKeys;
  if (['task_id', 'reward', 'info'].every((key) => keys.includes(key))) return 'tau-bench';
  const found = kindByKeys(keys);
  if (found && found !== 'messages') return found;
  if (!ROLE.test(text) || FOREIGN_PART.test(text)) return undefined;
  if (found) return found;
  const isMessageList = isList && keys.includes('role') && ['content', 'tool_calls'].some((key) => keys.includes(key));
  return isMessageList ? 'message list' : undefined;
}
