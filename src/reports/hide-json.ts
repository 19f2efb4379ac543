import { isObject, type Json } from '../model/json.ts';
import type { Hide } from './redact.ts';

const DEPTH = 100;

/** A value of the result with every text in it, keys included, passed through `hide`. Members keep their order. */
export function hideJson(value: unknown, hide: Hide, depth = 0): Json {
  if (typeof value === 'string') return hide(value);
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value;
  if (depth >= DEPTH) return '(nested too deep)';
  if (Array.isArray(value)) return value.map((item) => hideJson(item, hide, depth + 1));
  if (!isObject(value)) return hide(String(value));
  // fromEntries defines own members, also for a key such as __proto__.
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : [[hide(key), hideJson(member, hide, depth + 1)]],
    ),
  );
}
