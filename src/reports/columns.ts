import stringWidth from 'string-width';

/** Printable ASCII takes a column each; the last one of a run may carry the mark that follows it. */
const PLAIN = /[ -~]+(?=[ -~]|$)/g;

const GRAPHEMES = new Intl.Segmenter('und');
/** The engine takes time by the square of a text: it is given a window at a time. */
const WINDOW = 256;
const REMEMBERED = 2000;
const columnsKnown = new Map<string, number>();

/** The characters of a text as a reader sees them. The last one of a window may go on in the next. */
function* graphemes(text: string): Generator<string> {
  let width = WINDOW;
  for (let start = 0; start < text.length; ) {
    const end = endOfWindow(text, start + width);
    const piece = [...GRAPHEMES.segment(text.slice(start, end))];
    const last = end < text.length ? piece.pop() : undefined;
    for (const { segment } of piece) yield segment;
    // One that fills the window needs a wider one.
    width = last?.index === 0 ? width * 2 : WINDOW;
    start = last ? start + last.index : end;
  }
}

/** Not between the halves of one code point: half of one would end the character before it. */
function endOfWindow(text: string, end: number): number {
  const isWithin = end < text.length && /^[\ud800-\udbff]/.test(text.charAt(end - 1));
  return isWithin ? end - 1 : Math.min(text.length, end);
}

/** The same characters recur, and measuring is slow. */
function columnsOfOne(grapheme: string): number {
  const columns = columnsKnown.get(grapheme) ?? stringWidth(grapheme);
  if (columnsKnown.size >= REMEMBERED) columnsKnown.clear();
  columnsKnown.set(grapheme, columns);
  return columns;
}

/** Columns that a text takes in a terminal. Wide characters and emoji take two, combining marks none. */
export function columnsOf(text: string): number {
  const rest = text.replace(PLAIN, '');
  let columns = text.length - rest.length;
  for (const grapheme of graphemes(rest)) columns += columnsOfOne(grapheme);
  return columns;
}

/** Text cut to at most `width` columns; `…` stands for what was cut. */
export function cutTo(text: string, width: number): string {
  // No character is wider than two columns or longer than some code units: enough to look at.
  const head = text.length > width * 16 ? text.slice(0, width * 16) : text;
  if (head === text && columnsOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const grapheme of graphemes(head)) {
    used += columnsOfOne(grapheme);
    if (used > width - 1) break;
    kept += grapheme;
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
  for (const grapheme of graphemes(word)) {
    const columns = columnsOfOne(grapheme);
    if (used + columns > width && piece !== '') {
      found.push(piece);
      piece = '';
      used = 0;
    }
    piece += grapheme;
    used += columns;
  }
  return [...found, piece];
}
