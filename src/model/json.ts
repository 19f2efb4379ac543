/** A value of JSON. Keys of an object come from data: look them up with `field`, never by assignment. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** An object of JSON. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object (no list, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own property of an object, or undefined; safe for any key. */
export function field(value: unknown, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The string at `key`, or undefined when it is absent or no string. */
export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key);
  return typeof found === 'string' ? found : undefined;
}

/** The list at `key`, or an empty one. */
export function listField(value: unknown, key: string): readonly Json[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

/** The finite number at `key`; strings of digits count, as exporters write 64-bit integers so. */
export function numberField(value: unknown, key: string): number | undefined {
  return toNumber(field(value, key));
}

/** A finite number from a number or a decimal string; else undefined. */
export function toNumber(value: unknown): number | undefined {
  const isDecimal = typeof value === 'string' && /^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value);
  const found = isDecimal ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** Parses text that may be JSON; returns undefined when it is not. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
