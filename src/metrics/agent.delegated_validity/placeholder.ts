import type { Json } from '../../model/json.ts';
import { linearPattern } from '../linear-pattern.ts';

/** The patterns of a configuration. */
export function placeholderPatterns(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The first pattern that does not compile, or undefined. */
export function brokenPattern(patterns: readonly string[]): string | undefined {
  return patterns.find((pattern) => {
    try {
      linearPattern(pattern);
      return false;
    } catch {
      return true;
    }
  });
}

/** True when a response is only a placeholder: one of the patterns matches all of it. */
export function isPlaceholder(text: string, patterns: readonly string[]): boolean {
  return text.length <= 500 && patterns.some((pattern) => linearPattern(pattern).matcher(text).matches());
}
