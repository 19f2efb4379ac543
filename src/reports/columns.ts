import stringWidth from 'string-width';

/** Printable ASCII takes a column each; the last one of a run may carry the mark that follows it. */
const PLAIN = /[ -~]+(?=[ -~]|$)/g;

/** Columns that a text takes in a terminal. Wide characters and emoji take two, combining marks none. */
export function columnsOf(text: string): number {
  const rest = text.replace(PLAIN, '');
  return text.length - rest.length + (rest === '' ? 0 : stringWidth(rest));
}

const GRAPHEMES = new Intl.Segmenter('und');
const REMEMBERED = 2000;
const columnsKnown = new Map<string, number>();

/** The characters of a text as a reader sees them, with their columns; the same ones recur, and measuring is slow. */
function* characters(text: string): Generator<readonly [string, number]> {
  for (const { segment } of GRAPHEMES.segment(text)) {
    const columns = columnsKnown.get(segment) ?? columnsOf(segment);
    if (columnsKnown.size >= REMEMBERED) columnsKnown.clear();
    columnsKnown.set(segment, columns);
    yield [segment, columns];
  }
}

/** Text cut to at most `width` columns; `…` stands for what was cut. */
export function cutTo(text: string, width: number): string {
  // No character is wider than two columns or longer than some code units: enough to look at.
  const head = text.length > width * 16 ? text.slice(0, width * 16) : text;
  if (head === text && columnsOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const [character, columns] of characters(head)) {
    used += columns;
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Text filled with spaces to `width` columns. */
export function padTo(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return side === 'left' ? text + space : space + text;
}

/** Lines of at most `width` columns, broken between words; a word that is longer than a line is cut in pieces. */
export function wrapTo(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, width))) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (line === '' || columnsOf(joined) <= width) line = joined;
    else {
      lines.push(line.trimEnd());
      line = word;
    }
  }
  return [...lines, line.trimEnd()];
}

function pieces(word: string, width: number): string[] {
  if (columnsOf(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  let used = 0;
  for (const [character, columns] of characters(word)) {
    if (used + columns > width && piece !== '') {
      found.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += columns;
  }
  return [...found, piece];
}
