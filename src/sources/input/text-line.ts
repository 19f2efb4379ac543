import { decodePart, type Encoding, encodingOf } from './decode-utf8.ts';
import type { Stretch } from './split-lines.ts';

/** One line as text and its 1-based number. */
export interface TextLine {
  readonly line: number;
  readonly text: string;
}

/** Told of lines that are odd before any of their content is read. */
export interface OddLines {
  /** The line is left out. */
  tooLong(line: number, bytes: number): void;
  /** The line is kept, with U+FFFD for its broken bytes. */
  invalidUtf8(line: number): void;
}

const LINE_FEED = 0x0a;

/** The lines of a stretch as text, without their line feeds. */
export function* textLines({ buffer, line: first }: Stretch, limit: number, odd: OddLines): Generator<TextLine> {
  const encoding: Encoding = encodingOf(buffer);
  let line = first;
  for (let start = 0; start < buffer.length; line++) {
    const found = buffer.indexOf(LINE_FEED, start);
    const end = found === -1 ? buffer.length : found;
    if (end - start > limit) {
      odd.tooLong(line, end - start);
    } else {
      if (encoding === 'invalid' && encodingOf(buffer.subarray(start, end)) === 'invalid') odd.invalidUtf8(line);
      yield { line, text: decodePart(buffer, start, end, encoding) };
    }
    start = end + 1;
  }
}
