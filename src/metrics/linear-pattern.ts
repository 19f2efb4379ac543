import { RE2JS } from 're2js';

const PATTERN_LIMIT = 2000;
const CACHED = 256;
const compiled = new Map<string, RE2JS>();

/**
 * Compiles a regular expression that comes from data. It runs in linear time whatever it holds; what cannot (look-around,
 * back references) throws, and so does a pattern of more than 2,000 characters. `\uXXXX` of JavaScript is understood.
 */
export function linearPattern(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  if (pattern.length > PATTERN_LIMIT) throw new SyntaxError(`a pattern has more than ${PATTERN_LIMIT} characters`);
  const made = RE2JS.compile(toRe2(pattern));
  if (compiled.size >= CACHED) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

/** RE2 writes a code point as `\x{…}`, and has no `\/`-like escapes to lose. */
function toRe2(pattern: string): string {
  return pattern.replace(/\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|[\s\S])/g, (found, braced, plain) => {
    const digits: string | undefined = braced ?? plain;
    return digits === undefined ? found : `\\x{${digits}}`;
  });
}

/** `RegExp` for ajv, in linear time. */
export const linearRegExp = Object.assign(
  (pattern: string) => {
    const made = linearPattern(pattern);
    return {
      test: (text: string): boolean => made.matcher(text).find(),
      // ajv keeps one of each text: two patterns must not look the same.
      toString: (): string => `/${pattern}/`,
    };
  },
  { code: 'linearRegExp' },
);
