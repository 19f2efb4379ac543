import { field, isObject, type Json, listField } from '../model/json.ts';

/**
 * The texts of a reference, any of which is right: a text, a number, a list of them, a recorded content (`response`,
 * `parts` or `content` that hold a text). Undefined for any other value.
 */
export function referenceTexts(reference: Json): readonly string[] | undefined {
  if (!Array.isArray(reference)) {
    const text = oneText(reference);
    return text === undefined ? undefined : [text];
  }
  const texts = reference.flatMap((each: Json) => oneText(each) ?? []);
  return texts.length === reference.length && texts.length > 0 ? texts : undefined;
}

function oneText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  if (!isObject(value)) return undefined;
  const inner = field(value, 'response') ?? field(value, 'content');
  if (inner !== undefined) return isObject(inner) || typeof inner === 'string' ? oneText(inner) : undefined;
  const parts = listField(value, 'parts');
  const texts = parts.flatMap((part) => {
    const text = field(part, 'text') ?? field(part, 'content');
    return typeof text === 'string' ? [text] : [];
  });
  return parts.length > 0 && texts.length === parts.length ? texts.join('') : undefined;
}
