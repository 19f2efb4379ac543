import { words } from './words.ts';

/** Words of a text in lower case, with the forms of one character made one. */
export function plainWords(text: string): string[] {
  return words(text.normalize('NFKC')).map((word) => word.toLowerCase());
}

/** The sequences of `size` words. */
export function shinglesOf(sequence: readonly string[], size: number): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at + size <= sequence.length; at++) found.add(sequence.slice(at, at + size).join(' '));
  return found;
}
