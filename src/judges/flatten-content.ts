import { field, isObject, type Json, listField, textField } from '../model/json.ts';

const WRAPPED = 3;

/**
 * The text of a recorded Content: the texts of its parts, joined; thoughts and media are left out. Plain text is its own
 * text; a `response` or `content` is looked into. Undefined for a value of another shape.
 */
export function contentText(value: Json | undefined, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  if (Array.isArray(field(value, 'parts'))) return listField(value, 'parts').map(partText).join('');
  const inner = field(value, 'response') ?? field(value, 'content');
  return inner === undefined || depth >= WRAPPED ? undefined : contentText(inner, depth + 1);
}

function partText(part: Json): string {
  if (typeof part === 'string') return part;
  return field(part, 'thought') === true ? '' : (textField(part, 'text') ?? '');
}
