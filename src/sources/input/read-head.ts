import type { Problem } from '../../problems/problem.ts';
import type { ByteSource } from './byte-source.ts';
import { completeJson } from './complete-json.ts';
import type { InputLimits } from './limits.ts';
import { textChunks } from './text-chunks.ts';

/** The beginning of a content, enough to tell its format. */
export interface Head {
  /**
   * At least the first 64 KiB, and the first line with the start of the next. A first line that is far longer is cut,
   * and closed after its last whole value.
   */
  readonly text: string;
  /** True when `text` is all there is. */
  readonly isWhole: boolean;
  /** Why the content cannot be read at all: binary, damaged from its first byte, or refused by the operating system. */
  readonly problem?: Problem;
}

const ENOUGH = 64 * 1024;
const FIRST_LINE = 8 * 1024 * 1024;

function skipSpace(buffer: Buffer, start: number): number {
  let at = start;
  while (at < buffer.length && (buffer[at] ?? 0) <= 0x20) at++;
  return at;
}

/** Where the line after the first one begins with its first visible byte, or -1 when that is not in the buffer. */
function secondLine(buffer: Buffer): number {
  const end = buffer.indexOf(0x0a, skipSpace(buffer, 0));
  if (end === -1) return -1;
  const next = skipSpace(buffer, end);
  return next < buffer.length ? next : -1;
}

/** The start of what follows a line that is too long to be held. */
class LineAfter {
  readonly #pieces: Buffer[] = [];
  #passed = 0;
  #length = 0;
  #isReached = false;

  /** Takes the next bytes. True when there is enough, or when the line does not end. */
  isFull(bytes: Uint8Array, limit: number): boolean {
    this.#passed += bytes.length;
    const found = this.#isReached ? -1 : bytes.indexOf(0x0a);
    this.#isReached ||= found !== -1;
    // The bytes are copied: their memory is used again.
    if (this.#isReached) this.#pieces.push(Buffer.from(bytes.subarray(found + 1)));
    this.#length += this.#pieces.at(-1)?.length ?? 0;
    return this.#length >= ENOUGH || this.#passed > limit;
  }

  text(): string {
    return Buffer.concat(this.#pieces)
      .toString('utf8', 0, ENOUGH)
      .replace(/\uFFFD$/, '');
  }
}

/** Reads the head of a content; nothing is reported but what makes it unreadable. */
export async function readHead(source: ByteSource, limits: InputLimits): Promise<Head> {
  let read = Buffer.alloc(0);
  let isWhole = true;
  const problems: Problem[] = [];
  const next = new LineAfter();
  for await (const chunk of textChunks(source, (found) => problems.push(found), limits)) {
    const taken = chunk.subarray(0, FIRST_LINE - read.length);
    if (taken.length > 0) read = Buffer.concat([read, taken]);
    isWhole = false;
    if (read.length >= FIRST_LINE && secondLine(read) === -1) {
      if (next.isFull(chunk.subarray(taken.length), limits.line)) break;
      continue;
    }
    if (read.length >= FIRST_LINE || (read.length > ENOUGH && secondLine(read) !== -1)) break;
    isWhole = true;
  }
  const isLong = read.length >= FIRST_LINE && secondLine(read) === -1;
  const end = isWhole || isLong ? read.length : Math.max(ENOUGH, secondLine(read) + 1);
  // Where the end falls inside a character, the broken rest of it is dropped.
  const cut = isWhole ? read.toString('utf8') : read.toString('utf8', 0, end).replace(/\uFFFD$/, '');
  const text = isLong ? `${completeJson(cut)}\n${next.text()}` : cut;
  const fatal = problems.find(
    ({ code }) => code !== 'INPUT_INFLATE_LIMIT' && (code !== 'INPUT_TRUNCATED_GZIP' || text.trim() === ''),
  );
  return { text, isWhole: isWhole && end === read.length, ...(fatal && { problem: fatal }) };
}
