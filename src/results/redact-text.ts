import { Failure } from '../problems/failure.ts';
import { REDACTED, SECRET_PATTERNS } from './secret-patterns.ts';

/** A text with what must not be seen replaced. */
export type Redact = (text: string) => string;

/**
 * Hides secrets of a known shape and what the user's list names: literal texts, globs, or /regular expressions/.
 * Throws Failure CONFIG_BAD_VALUE when an entry of the list is no usable pattern.
 */
export async function redactText(entries: readonly string[]): Promise<Redact> {
  const own = await ownPatterns(entries);
  return (text) => {
    let hidden = text;
    for (const { pattern, replacement } of SECRET_PATTERNS) hidden = hidden.replace(pattern, replacement);
    for (const replace of own) hidden = replace(hidden);
    return hidden;
  };
}

async function ownPatterns(entries: readonly string[]): Promise<Redact[]> {
  const literals = entries.filter((entry) => entry !== '' && !isPattern(entry)).sort((a, b) => b.length - a.length);
  const replaceLiterals = literals.map(
    (literal): Redact =>
      (text) =>
        text.replaceAll(literal, REDACTED),
  );
  const patterns = entries.filter(isPattern);
  if (patterns.length === 0) return replaceLiterals;
  // Loaded only for those who use it: the engine is large.
  const { RE2JS } = await import('re2js');
  const replacePatterns = patterns.map((entry): Redact => {
    try {
      const compiled = RE2JS.compile(sourceOf(entry));
      if (compiled.matches('')) throw new Error('matches the empty text');
      return (text) => compiled.matcher(text).replaceAll(REDACTED);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'not readable';
      throw new Failure('CONFIG_BAD_VALUE', {
        key: 'muster.redact',
        value: JSON.stringify(entry),
        expected: `a text, a glob or a /regular expression/ of RE2 syntax (${reason})`,
      });
    }
  });
  return [...replaceLiterals, ...replacePatterns];
}

function isPattern(entry: string): boolean {
  return isRegex(entry) || /[*?]/.test(entry);
}

function isRegex(entry: string): boolean {
  return entry.length > 2 && entry.startsWith('/') && entry.endsWith('/');
}

/** A glob stands for a stretch without white space: `*` any run of such characters, `?` one of them. */
function sourceOf(entry: string): string {
  if (isRegex(entry)) return entry.slice(1, -1);
  return entry
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '\\S*')
    .replaceAll('?', '\\S');
}
