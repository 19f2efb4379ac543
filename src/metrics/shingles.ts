const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** Words of a text in lower case, by Unicode segmentation: also of scripts that put no space between them. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of SEGMENTER.segment(text.normalize('NFKC')))
    if (isWordLike) words.push(segment.toLowerCase());
  return words;
}

/** The sequences of `size` words. */
export function shinglesOf(words: readonly string[], size: number): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at + size <= words.length; at++) found.add(words.slice(at, at + size).join(' '));
  return found;
}
