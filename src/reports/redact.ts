import { Failure } from '../problems/failure.ts';
import type { ContentMode } from './define-report.ts';
import { REDACTED, SECRET_PATTERNS } from './secret-patterns.ts';

/** Turns a text of the result into what the user lets a report show. Escaping comes after it. */
export type Hide = (text: string) => string;

const WITHHELD = '(content withheld)';

/**
 * What the mode and the user's list hide. Quoted content stands between “ and ” in every sentence of a result; `none`
 * withholds all of it. Throws a Failure when an entry of the list is no usable pattern.
 */
export async function hideContent(options: {
  readonly content: ContentMode;
  readonly redact: readonly string[];
}): Promise<Hide> {
  if (options.content === 'full') return (text) => text;
  const own = await ownPatterns(options.redact);
  const redact: Hide = (text) => {
    let hidden = text;
    for (const { pattern, replacement } of SECRET_PATTERNS) hidden = hidden.replace(pattern, replacement);
    for (const replace of own) hidden = replace(hidden);
    return hidden;
  };
  return remembered(options.content === 'redacted' ? redact : (text) => redact(withhold(text)));
}

const REMEMBERED = 2000;
const SHORT = 200;

/** Names, labels and ids recur with every outcome: the last short texts are kept with their answer. */
function remembered(hide: Hide): Hide {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > SHORT) return hide(text);
    const answer = known.get(text) ?? hide(text);
    if (known.size >= REMEMBERED) known.clear();
    known.set(text, answer);
    return answer;
  };
}

/** Quoted content that was cut off before its closing quote is withheld to the end. */
function withhold(text: string): string {
  return text.replace(/“[^”]*(?:”|$)/g, WITHHELD);
}

async function ownPatterns(entries: readonly string[]): Promise<Hide[]> {
  const literals = entries.filter((entry) => entry !== '' && !isPattern(entry)).sort((a, b) => b.length - a.length);
  const replaceLiterals = literals.map(
    (literal): Hide =>
      (text) =>
        text.replaceAll(literal, REDACTED),
  );
  const patterns = entries.filter(isPattern);
  if (patterns.length === 0) return replaceLiterals;
  // Loaded only for those who use it: the engine is large.
  const { RE2JS } = await import('re2js');
  const replacePatterns = patterns.map((entry): Hide => {
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
