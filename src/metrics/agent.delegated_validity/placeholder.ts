import { RE2JS } from 're2js';
import type { Json } from '../../model/json.ts';

const COMPILED_LIMIT = 64;
const compiled = new Map<string, RE2JS>();

/** Compiles in linear-time syntax, and keeps the last patterns: a run asks for the same few again and again. */
function compile(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known) return known;
  if (compiled.size >= COMPILED_LIMIT) compiled.clear();
  const made = RE2JS.compile(pattern);
  compiled.set(pattern, made);
  return made;
}

/** The patterns of a configuration. */
export function placeholderPatterns(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The first pattern that does not compile, or undefined. */
export function brokenPattern(patterns: readonly string[]): string | undefined {
  return patterns.find((pattern) => {
    try {
      compile(pattern);
      return false;
    } catch {
      return true;
    }
  });
}

/** True when a response is only a placeholder: one of the patterns matches all of it. */
export function isPlaceholder(text: string, patterns: readonly string[]): boolean {
  return text.length <= 500 && patterns.some((pattern) => compile(pattern).matcher(text).matches());
}
