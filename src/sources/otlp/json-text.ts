import { type Json, parseJson } from '../../model/json.ts';

const DEPTH = 64;

/** Parses text that may be JSON. Undefined when it is not, or when it nests so deep that walking it is a risk. */
export function parseText(text: string): Json | undefined {
  return isShallow(text) ? parseJson(text) : undefined;
}

/** Text that looks like a JSON object or list becomes its value; all else stays as it is. Never throws. */
export function looseJson(value: Json): Json {
  if (typeof value !== 'string') return value;
  const start = value.trimStart()[0];
  return start === '{' || start === '[' ? (parseText(value) ?? value) : value;
}

/** A list of texts from a list, from the JSON text of one, or from a single text. */
export function textList(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  const list = looseJson(value);
  if (Array.isArray(list)) return list.filter((item) => typeof item === 'string' && item !== '') as string[];
  return typeof list === 'string' && list !== '' ? [list] : [];
}

function isShallow(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === 0x5c) i++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > DEPTH) return false;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return true;
}
