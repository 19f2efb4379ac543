import { type Json, toNumber } from '../../model/json.ts';
import type { Attributes } from '../../model/span.ts';

/** The first of the keys that is recorded with a text or number, as text; blank text does not count. */
export function textOfKeys(attributes: Attributes, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
}

/** What OpenInference writes in place of content that its user hides. */
export const REDACTED = '__REDACTED__';

/** The first of the keys that is recorded, is not null and is not a mark in place of content. */
export function valueOfKeys(attributes: Attributes, ...keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined && value !== null && value !== REDACTED) return value;
  }
  return undefined;
}

/** The first of the keys that holds a finite number, also written as text. */
export function numberOfKeys(attributes: Attributes, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = toNumber(attributes.get(key));
    if (value !== undefined) return value;
  }
  return undefined;
}
