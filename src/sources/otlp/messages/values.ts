import { field, isObject, type Json } from '../../../model/json.ts';
import type { Message, Role } from '../../../model/message.ts';
import { looseJson } from '../json-text.ts';
import { looksLikeMessage, toMessages } from './messages.ts';
import { toParts } from './parts.ts';
import { fromResponse } from './response-objects.ts';

/**
 * The value that a span was given or gave (`input.value`, `output.value`, an entity): messages where it is a known
 * shape, else its text as it stands. Empty text is recorded as empty.
 */
export function valueMessages(value: Json | undefined, role: Role): readonly Message[] | undefined {
  if (value === undefined || value === null) return undefined;
  const known = looseJson(value);
  const response = role === 'assistant' ? fromResponse(known) : undefined;
  if (response) return response.messages;
  const listed = isObject(known) ? field(known, 'messages') : known;
  if (role === 'user' && Array.isArray(listed) && listed.length > 0 && listed.every(looksLikeMessage))
    return toMessages(listed, role);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? [] : [{ role, parts: toParts(text) }];
}
