import type { Json } from '../../../model/json.ts';
import { parseText } from '../json-text.ts';

/** Arguments of a tool call: the parsed value, or the raw text where it does not parse. */
export function toArguments(value: Json | undefined): { arguments?: Json; argumentsRaw?: string } {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string') return { arguments: value };
  const parsed = parseText(value);
  if (parsed !== undefined) return { arguments: parsed };
  return value.trim() === '' ? {} : { argumentsRaw: value };
}
