import { parseJson } from '../../model/json.ts';

/** A key of a JSON text without its escapes. */
export function plainKey(raw: string): string {
  if (!raw.includes('\\')) return raw;
  const parsed = parseJson(`"${raw}"`);
  return typeof parsed === 'string' ? parsed : raw;
}
