import type { InputLimits } from './limits.ts';

/** Complete lines that stand together: the first one's 1-based number and the bytes with their line feeds. */
export interface Stretch {
  readonly line: number;
  readonly buffer: Buffer;
}

/** A line that was left out because it is too long. */
export interface LongLine {
  readonly line: number;
  readonly bytes: number;
}

const LINE_FEED = 0x0a;

function countLines(buffer: Buffer): number {
  let count = 0;
  for (let at = buffer.indexOf(LINE_FEED); at !== -1; at = buffer.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

/** A line that began in an earlier chunk: its pieces are joined once, so that a long line costs linear work. */
class PartialLine {
  #pieces: Buffer[] = [];
  #bytes = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isTooLong(): boolean {
    return this.#bytes > this.#limit;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.isTooLong) this.#pieces = [];
    else this.#pieces.push(Buffer.from(piece));
  }

  take(): Buffer {
    const joined = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    return joined;
  }
}

/** Cuts text chunks into stretches of complete lines, valid until the next one is asked for. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  limits: InputLimits,
  leftOut: (line: LongLine) => void,
): AsyncGenerator<Stretch> {
  const partial = new PartialLine(limits.line);
  let line = 1;
  const finish = (): Stretch | undefined => {
    const { bytes, isTooLong } = partial;
    const stretch = { line, buffer: partial.take() };
    if (isTooLong) leftOut({ line, bytes });
    line++;
    return isTooLong ? undefined : stretch;
  };
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    if (partial.bytes > 0) {
      const end = buffer.indexOf(LINE_FEED);
      partial.add(end === -1 ? buffer : buffer.subarray(0, end));
      if (end === -1) continue;
      const stretch = finish();
      if (stretch) yield stretch;
      start = end + 1;
    }
    const last = buffer.lastIndexOf(LINE_FEED);
    if (last >= start) {
      const whole = buffer.subarray(start, last + 1);
      yield { line, buffer: whole };
      line += countLines(whole);
      start = last + 1;
    }
    if (start < buffer.length) partial.add(buffer.subarray(start));
  }
  if (partial.bytes > 0) {
    const stretch = finish();
    if (stretch) yield stretch;
  }
}
