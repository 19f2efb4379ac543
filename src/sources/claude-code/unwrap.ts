import { field, isObject, type Json, type JsonObject, listField, textField } from '../../model/json.ts';

/** A record inside a JSON value, with its JSON pointer where it is not the value itself. */
export interface Unwrapped {
  readonly value: Json;
  readonly pointer?: string;
}

/** Takes the records out of what wraps them: a list, a web export, a list of messages, envelopes with a direction. */
export function* unwrap(value: Json): Generator<Unwrapped> {
  const key = wrapperKey(value);
  if (key === undefined) {
    yield { value };
    return;
  }
  const list = (key === '' ? value : field(value, key)) as readonly Json[];
  for (const [index, item] of list.entries()) {
    const pointer = `${key === '' ? '' : `/${key}`}/${index}`;
    const inner = field(item, 'message');
    const isEnvelope = field(item, 'direction') !== undefined && textField(inner, 'type') !== undefined;
    yield isEnvelope && inner !== undefined
      ? { value: inner, pointer: `${pointer}/message` }
      : { value: item, pointer };
  }
}

/** The list of a wrapper that is still being read, and how deep it stands; undefined for a record. */
export function wrappedList(value: Json): { readonly items: readonly Json[]; readonly depth: number } | undefined {
  const key = Array.isArray(value) ? '' : wrapperKey(value);
  if (key === undefined) return undefined;
  return key === '' ? { items: value as readonly Json[], depth: 0 } : { items: listField(value, key), depth: 1 };
}

/** Where the records of a wrapper stand: `''` for a list. Undefined for a record. */
function wrapperKey(value: Json): string | undefined {
  if (Array.isArray(value)) return value.some(isObject) ? '' : undefined;
  return isObject(value) ? keyOfList(value) : undefined;
}

function keyOfList(value: JsonObject): string | undefined {
  if (Array.isArray(field(value, 'loglines'))) return 'loglines';
  return field(value, 'type') === undefined && Array.isArray(field(value, 'messages')) ? 'messages' : undefined;
}
