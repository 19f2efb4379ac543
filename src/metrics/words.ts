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

/** The engine takes time by the square of a text: it is given a window at a time. */
const WINDOW = 512;
/** Segments at the end of a window that are looked for anew in the next: what follows can change them. */
const HELD_BACK = 8;

function segments(text: string, keeps: (segment: Intl.SegmentData) => boolean): string[] {
  const found: string[] = [];
  let width = WINDOW;
  for (let start = 0; start < text.length; ) {
    const end = Math.min(text.length, start + width);
    const piece = [...SEGMENTER.segment(text.slice(start, end))];
    const sure = end === text.length ? piece.length : piece.length - HELD_BACK;
    for (const segment of piece.slice(0, Math.max(sure, 0))) if (keeps(segment)) found.push(segment.segment);
    const next = piece[sure]?.index ?? 0;
    if (end === text.length) break;
    width = next === 0 ? width * 2 : WINDOW;
    start += next;
  }
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
