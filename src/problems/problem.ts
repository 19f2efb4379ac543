import { type Code, hintOf, messageOf } from './codes.ts';

/** Where something stands in an input: the file as the user named it, a 1-based line, a JSON pointer. */
export interface At {
  readonly file: string;
  readonly line?: number;
  readonly pointer?: string;
}

/** Odd data that was found while reading: collected, never thrown. Reading goes on. */
export interface Problem {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
  readonly at?: At;
}

/** Values that a message quotes. They come from data: each is shortened, and reports escape it. */
export type Facts = Readonly<Record<string, string | number>>;

/** Makes the problem of a code; `facts` fill the placeholders of its message and hint. */
export function problem(code: Code, facts: Facts = {}, at?: At): Problem {
  const base = { code, message: messageOf(code, facts), hint: hintOf(code, facts) };
  return at === undefined ? base : { ...base, at };
}

/** `file:line#pointer`, as far as it is known. */
export function formatAt(at: At): string {
  const line = at.line === undefined ? '' : `:${at.line}`;
  return at.pointer ? `${at.file}${line}#${at.pointer}` : `${at.file}${line}`;
}
