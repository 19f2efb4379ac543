import { field, type Json } from '../../model/json.ts';

/** The camelCase twin of a snake_case key. */
export function camel(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The member of a record under its snake_case key, or the camelCase twin that the SDK accepts as well; null is absent. */
export function member(record: Json | undefined, key: string): Json | undefined {
  const value = field(record, key) ?? field(record, camel(key));
  return value === null ? undefined : value;
}

/** The text under a key. */
export function textAt(record: Json | undefined, key: string): string | undefined {
  const value = member(record, key);
  return typeof value === 'string' ? value : undefined;
}

/** The list under a key, or an empty one. */
export function listAt(record: Json | undefined, key: string): readonly Json[] {
  const value = member(record, key);
  return Array.isArray(value) ? value : [];
}
