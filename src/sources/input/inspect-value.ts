/** What a parsed record needs besides parsing: nothing, its long integers kept, or refusal for its depth. */
export type Inspection = 'plain' | 'long integers' | 'too deep';

const PLAIN = 0;
const LONG = 1;
const DEEP = 2;

function isLong(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

function walk(value: object, left: number): number {
  if (left === 0) return DEEP;
  let found = PLAIN;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'number') {
        if (isLong(item)) found = LONG;
      } else if (typeof item === 'object' && item !== null) {
        const inner = walk(item, left - 1);
        if (inner === DEEP) return DEEP;
        if (inner === LONG) found = LONG;
      }
    }
    return found;
  }
  // A parsed object has own keys only, `__proto__` among them; for-in is the fast way to them.
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    const item = members[key];
    if (typeof item === 'number') {
      if (isLong(item)) found = LONG;
    } else if (typeof item === 'object' && item !== null) {
      const inner = walk(item, left - 1);
      if (inner === DEEP) return DEEP;
      if (inner === LONG) found = LONG;
    }
  }
  return found;
}

/** Looks once at every value of a parsed record, at most `depth` levels down. */
export function inspectValue(value: unknown, depth: number): Inspection {
  if (typeof value === 'number') return isLong(value) ? 'long integers' : 'plain';
  if (typeof value !== 'object' || value === null) return 'plain';
  const found = walk(value, depth);
  return found === DEEP ? 'too deep' : found === LONG ? 'long integers' : 'plain';
}

/** True when a JSON text nests deeper than `depth`: for texts so long that parsing a hostile one could exhaust memory. */
export function isTextTooDeep(text: string, depth: number): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      do {
        at = text.indexOf('"', at + 1);
        if (at === -1) return false;
      } while (isEscaped(text, at));
    } else if (code === 0x5b || code === 0x7b) {
      open++;
      if (open > depth) return true;
    } else if (code === 0x5d || code === 0x7d) {
      open--;
    }
  }
  return false;
}

function isEscaped(text: string, quote: number): boolean {
  let escapes = 0;
  while (text.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++;
  return escapes % 2 === 1;
}
