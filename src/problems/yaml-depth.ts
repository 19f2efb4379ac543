import { Lexer, Parser } from 'yaml';

/**
 * The line at which YAML or JSON text comes to be nested more than `limit` levels deep; undefined when it never does.
 * Composing a document recurses, and running out of stack inside it can end the process: ask this first.
 */
export function tooDeepLine(text: string, limit: number): number | undefined {
  // A level is two open tokens at most: a sequence as the value of a mapping.
  const most = 2 * limit + 2;
  const parser = new Parser();
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    offset += lexeme.length;
    if (parser.stack.length > most) return text.slice(0, offset).split('\n').length;
  }
  return undefined;
}

/** True when a value is nested more than `limit` levels deep. By an alias a value can hold itself: that is endless. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit === 0 || Object.values(value).some((member) => isDeeperThan(member, limit - 1));
}
