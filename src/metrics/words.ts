/**
 * The words of any script, by the word boundaries of Unicode with its dictionaries for scripts that write no spaces.
 * The locale is fixed: that of the machine must not show.
 */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a text, without punctuation and white space. */
export function words(text: string): string[] {
  return segments(text, (segment) => segment.isWordLike === true);
}

/** The words and signs of a text, without white space. */
export function wordsAndSigns(text: string): string[] {
  return segments(text, ({ segment }) => segment.trim() !== '');
}

function segments(text: string, keeps: (segment: Intl.SegmentData) => boolean): string[] {
  const found: string[] = [];
  for (const segment of SEGMENTER.segment(text)) if (keeps(segment)) found.push(segment.segment);
  return found;
}

/** How often each item occurs. */
export function counted(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** How many items two counts share, each as often as in both. */
export function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [item, count] of a) sum += Math.min(count, b.get(item) ?? 0);
  return sum;
}
