import type { Problem } from '../../problems/problem.ts';
import type { ByteSource } from './byte-source.ts';
import type { InputLimits } from './limits.ts';
import { textChunks } from './text-chunks.ts';

/** The beginning of a content, enough to tell its format. */
export interface Head {
  /** At least the first 64 KiB, and the first line with the start of the next where that is not far longer. */
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

/** Reads the head of a content; nothing is reported but what makes it unreadable. */
export async function readHead(source: ByteSource, limits: InputLimits): Promise<Head> {
  let read = Buffer.alloc(0);
  let isWhole = true;
  const problems: Problem[] = [];
  for await (const chunk of textChunks(source, (found) => problems.push(found), limits)) {
    read = Buffer.concat([read, chunk.subarray(0, FIRST_LINE - read.length)]);
    isWhole = false;
    if (read.length >= FIRST_LINE || (read.length > ENOUGH && secondLine(read) !== -1)) break;
    isWhole = true;
  }
  const end = isWhole ? read.length : Math.max(ENOUGH, secondLine(read) + 1);
  // Where the end falls inside a character, the broken rest of it is dropped.
  const text = isWhole ? read.toString('utf8') : read.toString('utf8', 0, end).replace(/\uFFFD$/, '');
  const fatal = problems.find(
    ({ code }) => code !== 'INPUT_INFLATE_LIMIT' && (code !== 'INPUT_TRUNCATED_GZIP' || text.trim() === ''),
  );
  return { text, isWhole: isWhole && end === read.length, ...(fatal && { problem: fatal }) };
}
