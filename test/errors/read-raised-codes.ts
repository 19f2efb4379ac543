import { blankText } from '../architecture/blank-text.ts';

/** A place that raises a problem or a failure with a code written out. */
export interface Raised {
  readonly code: string;
  /** Names of the facts that are given; undefined where they cannot be read off, such as a spread or a variable. */
  readonly facts: readonly string[] | undefined;
  readonly line: number;
}

const RAISES = /\b(?:problem|new\s+Failure)\s*\(\s*'/g;
const OPENS = new Set('([{');
const CLOSES = new Set(')]}');

/** Parts between top-level commas of the brackets that open at `start`, as ranges; and where the brackets close. */
function partsOf(code: string, start: number): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < code.length; at++) {
    const char = code[at] ?? '';
    if (OPENS.has(char)) depth++;
    else if (CLOSES.has(char)) depth--;
    if ((char === ',' && depth === 1) || depth === 0) {
      if (code.slice(from, at).trim() !== '') parts.push({ from, to: at });
      from = at + 1;
    }
    if (depth === 0) break;
  }
  return parts;
}

function factNames(code: string, from: number, to: number): string[] | undefined {
  const open = code.indexOf('{', from);
  if (open < 0 || open >= to || code.slice(from, open).trim() !== '') return undefined;
  const names: string[] = [];
  for (const part of partsOf(code, open)) {
    const name = /^\s*(\w+)\s*(?::|$)/.exec(code.slice(part.from, part.to))?.[1];
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

/** Every `problem('CODE', …)` and `new Failure('CODE', …)` of a file. */
export function readRaisedCodes(source: string): Raised[] {
  const code = blankText(source);
  return [...code.matchAll(RAISES)].map((match) => {
    const quote = match.index + match[0].length;
    const [, facts] = partsOf(code, match.index + match[0].indexOf('('));
    return {
      code: source.slice(quote, code.indexOf("'", quote)),
      facts: facts ? factNames(code, facts.from, facts.to) : [],
      line: source.slice(0, match.index).split('\n').length,
    };
  });
}

/** Every text in single quotes that is spelt like a code: the code is used, whatever raises it. */
export function quotedCodes(source: string): string[] {
  const code = blankText(source);
  const found: string[] = [];
  for (const match of code.matchAll(/'\s+'/g)) {
    const text = source.slice(match.index + 1, match.index + match[0].length - 1);
    if (/^[A-Z]+_[A-Z0-9_]+$/.test(text)) found.push(text);
  }
  return found;
}
