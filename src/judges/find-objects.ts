import { field, isObject, type JsonObject, parseJson } from '../model/json.ts';

/** A JSON object that a text holds, with the key that was looked for. */
export interface FoundObject {
  readonly value: JsonObject;
  readonly start: number;
  readonly end: number;
  /** It parses only without its trailing commas. */
  readonly isRepaired: boolean;
}

interface Braces {
  readonly start: number;
  end: number;
  readonly inner: Braces[];
}

/** Levels of braces below which nothing is looked for: each level can cost one attempt to parse. */
const DEPTH = 64;

/**
 * The objects of a text that hold `key` as a member of their own, in order: the outermost ones, also those inside of
 * blocks of code or of other objects.
 */
export function findObjects(text: string, key: string): FoundObject[] {
  const found = new Map<number, FoundObject>();
  for (const { value, offset } of [{ value: text, offset: 0 }, ...fences(text)]) {
    const start = offset + (value.length - value.trimStart().length);
    const parsed = parseJson(value);
    if (isObject(parsed) && field(parsed, key) !== undefined)
      found.set(start, { value: parsed, start, end: offset + value.trimEnd().length, isRepaired: false });
  }
  for (const braces of balanced(text)) collect(text, key, braces, found);
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** The insides of fenced blocks of code, without the word that names their language. */
function fences(text: string): { value: string; offset: number }[] {
  const pieces = text.split('```');
  const blocks: { value: string; offset: number }[] = [];
  let offset = 0;
  for (const [index, piece] of pieces.entries()) {
    // A last piece without a closing fence is a block that was cut off.
    if (index % 2 === 1 && index < pieces.length - 1) {
      const language = /^[a-z0-9]{0,20}/i.exec(piece)?.[0].length ?? 0;
      blocks.push({ value: piece.slice(language), offset: offset + language });
    }
    offset += piece.length + 3;
  }
  return blocks;
}

function collect(text: string, key: string, outer: Braces, found: Map<number, FoundObject>): void {
  let level: readonly Braces[] = [outer];
  for (let depth = 0; depth < DEPTH && level.length > 0; depth++) {
    const next: Braces[] = [];
    for (const { start, end, inner } of level) {
      const raw = text.slice(start, end);
      if (found.has(start) || !raw.includes(key)) continue;
      const strict = parseJson(raw);
      const value = strict ?? parseJson(withoutTrailingCommas(raw));
      if (isObject(value) && field(value, key) !== undefined)
        found.set(start, { value, start, end, isRepaired: strict === undefined });
      else for (const each of inner) next.push(each);
    }
    level = next;
  }
}

/**
 * Balanced braces, outermost first. Inside of braces a quote opens a text, which ends at its closing quote, or at the end
 * of the line: no text of JSON goes over it, and an odd quote in prose must not swallow the rest.
 */
function balanced(text: string): Braces[] {
  const top: Braces[] = [];
  const open: Braces[] = [];
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at++;
      else if (character === '"' || character === '\n') isText = false;
    } else if (character === '"') isText = open.length > 0;
    else if (character === '{') open.push({ start: at, end: at, inner: [] });
    else if (character === '}') {
      const closed = open.pop();
      if (!closed) continue;
      closed.end = at + 1;
      (open.at(-1)?.inner ?? top).push(closed);
    }
  }
  for (const { inner } of open) for (const each of inner) top.push(each);
  return top;
}

function withoutTrailingCommas(raw: string): string {
  return raw.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (match) => (match === ',' ? '' : match));
}
