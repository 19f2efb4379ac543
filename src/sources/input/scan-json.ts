/** How far a text reads as one JSON value. Offsets count UTF-16 units from the start of the text. */
export type Scan =
  | { readonly kind: 'complete'; readonly end: number }
  | { readonly kind: 'cut'; readonly end: number; readonly reason: string }
  | { readonly kind: 'invalid'; readonly end: number; readonly reason: string };

/** Told of each key: how many objects and lists are open around it, and which element of the outermost list it is in. */
export type OnKey = (key: string, depth: number, element: number) => void;

/** Told of each step of a scan, with the offset behind it. */
export interface Follower {
  opened(character: '{' | '[', end: number): void;
  closed(end: number): void;
  /** A key, as it is written between its quotes. */
  key(raw: string): void;
  /** A comma: the next member or element begins. */
  next(): void;
  /** A string, number or word. */
  value(end: number): void;
}

type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const CUT_NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?)?)?$/y;
const WORDS = ['true', 'false', 'null'];
const NOT_JSON_WORDS = ['NaN', 'Infinity', '-Infinity', 'None', 'True', 'False', 'undefined'];

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The end of the string that begins at `start` (after its closing quote), or why it has none. */
function scanString(text: string, start: number): Scan {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { kind: 'complete', end: at + 1 };
    if (code < 0x20) return { kind: 'invalid', end: at, reason: 'a raw control character inside a string' };
    if (code !== 0x5c) continue;
    const escaped = text[++at];
    if (escaped === undefined) break;
    if (escaped !== 'u' && !'"\\/bfnrt'.includes(escaped))
      return { kind: 'invalid', end: at, reason: 'an unknown escape inside a string' };
    if (escaped !== 'u') continue;
    const digits = text.slice(at + 1, at + 5);
    if (!/^[0-9a-fA-F]*$/.test(digits)) return { kind: 'invalid', end: at, reason: 'a broken \\u escape' };
    at += digits.length;
  }
  return { kind: 'cut', end: text.length, reason: 'it ends inside a string' };
}

/** A number, true, false or null at `start`. */
function scanScalar(text: string, start: number): Scan {
  NUMBER.lastIndex = start;
  const number = NUMBER.exec(text);
  const end = start + (number?.[0].length ?? 0);
  CUT_NUMBER.lastIndex = start;
  if (end < text.length && CUT_NUMBER.test(text))
    return { kind: 'cut', end: text.length, reason: 'it ends inside a number' };
  if (number) return { kind: 'complete', end };
  for (const word of WORDS) {
    if (text.startsWith(word, start)) return { kind: 'complete', end: start + word.length };
    const rest = text.slice(start, start + word.length);
    if (start + rest.length === text.length && word.startsWith(rest))
      return { kind: 'cut', end: text.length, reason: `it ends inside ${word}` };
  }
  for (const word of NOT_JSON_WORDS)
    if (text.startsWith(word, start)) return { kind: 'invalid', end: start, reason: `${word} is not a JSON value` };
  return { kind: 'invalid', end: start, reason: 'an unexpected character' };
}

/**
 * Reads one JSON value from `start` without building it: finds its end, or where and why it breaks, with the same
 * words on every version of Node. It needs no stack, however deep the value is.
 */
export function scanJson(text: string, start = 0, onKey?: OnKey, follower?: Follower): Scan {
  const open: ('{' | '[')[] = [];
  let expect: Expect = 'value';
  let element = 0;
  let at = start;
  const closed = (): void => {
    open.pop();
    expect = ', or end';
    at++;
    follower?.closed(at);
  };
  for (;;) {
    while (at < text.length && isSpace(text.charCodeAt(at))) at++;
    if (expect === ', or end' && open.length === 0) return { kind: 'complete', end: at };
    const character = text[at];
    if (character === undefined) {
      const where = open.at(-1) === '{' ? 'inside an object' : open.length > 0 ? 'inside a list' : 'before any value';
      return { kind: 'cut', end: at, reason: `it ends ${where}` };
    }
    if (expect === ':') {
      if (character !== ':') return { kind: 'invalid', end: at, reason: "a ':' is missing after a key" };
      expect = 'value';
      at++;
    } else if (expect === ', or end') {
      const inside = open.at(-1);
      if (character === (inside === '{' ? '}' : ']')) closed();
      else if (character === ',') {
        if (open.length === 1) element++;
        follower?.next();
        expect = inside === '{' ? 'key' : 'value';
        at++;
      } else return { kind: 'invalid', end: at, reason: "a ',' or a closing bracket is missing" };
    } else if (expect === 'key' || expect === 'key or }') {
      if (character === '}' && expect === 'key or }') {
        closed();
        continue;
      }
      if (character !== '"') return { kind: 'invalid', end: at, reason: 'a key in double quotes is missing' };
      const key = scanString(text, at);
      if (key.kind !== 'complete') return key;
      onKey?.(text.slice(at + 1, key.end - 1), open.length, element);
      follower?.key(text.slice(at + 1, key.end - 1));
      at = key.end;
      expect = ':';
    } else if (character === ']' && expect === 'value or ]') {
      closed();
    } else if (character === '{' || character === '[') {
      open.push(character);
      expect = character === '{' ? 'key or }' : 'value or ]';
      at++;
      follower?.opened(character, at);
    } else {
      const value = character === '"' ? scanString(text, at) : scanScalar(text, at);
      if (value.kind !== 'complete') return value;
      at = value.end;
      expect = ', or end';
      follower?.value(at);
    }
  }
}

/** Why a text is not one JSON value, with the 1-based line and column, or undefined when it is one. */
export function jsonError(text: string): { reason: string; line: number; column: number } | undefined {
  const scan = scanJson(text);
  if (scan.kind === 'complete' && scan.end === text.length) return undefined;
  const reason = scan.kind === 'complete' ? 'more text after the value' : scan.reason;
  return { reason, ...whereIn(text, scan.end) };
}

/** The 1-based line and column of an offset. */
export function whereIn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}
