import { field, isObject, type Json, type JsonObject, textField } from '../../model/json.ts';

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

/** Where the records of a wrapper stand: `''` for a list. Undefined for a record. */
function wrapperKey(value: Json): string | undefined {
  if (Array.isArray(value)) return value.some(isObject) ? '' : undefined;
  return isObject(value) ? keyOfList(value) : undefined;
}

function keyOfList(value: JsonObject): string | undefined {
  if (Array.isArray(field(value, 'loglines'))) return 'loglines';
  return field(value, 'type') === undefined && Array.isArray(field(value, 'messages')) ? 'messages' : undefined;
}
