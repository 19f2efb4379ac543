import type { Problem } from '../../problems/problem.ts';
import type { ByteSource } from './byte-source.ts';
import type { InputLimits } from './limits.ts';
import { textChunks } from './text-chunks.ts';

/** The beginning of a content, enough to tell its format. */
export interface Head {
  /** At least the first 64 KiB, and the whole first line where that is not far longer. */
  readonly text: string;
  /** True when `text` is all there is. */
  readonly isWhole: boolean;
  /** Why the content cannot be read at all: binary, or refused by the operating system. */
  readonly problem?: Problem;
}

const ENOUGH = 64 * 1024;
const FIRST_LINE = 8 * 1024 * 1024;

/** Reads the head of a content; nothing is reported but what makes it unreadable. */
export async function readHead(source: ByteSource, limits: InputLimits): Promise<Head> {
  const pieces: Buffer[] = [];
  const problems: Problem[] = [];
  let bytes = 0;
  let hasLine = false;
  let isWhole = true;
  for await (const chunk of textChunks(source, (found) => problems.push(found), limits)) {
    const piece = Buffer.from(chunk.subarray(0, FIRST_LINE - bytes));
    pieces.push(piece);
    bytes += piece.length;
    hasLine ||= piece.toString('latin1').trimStart().includes('\n');
    isWhole = false;
    if ((bytes >= ENOUGH && hasLine) || bytes >= FIRST_LINE) break;
    isWhole = true;
  }
  const fatal = problems.find(({ code }) => code === 'INPUT_BINARY' || code === 'INPUT_UNREADABLE');
  return { text: decodeHead(Buffer.concat(pieces), isWhole), isWhole, ...(fatal && { problem: fatal }) };
}

/** The text without a character that is cut at its end. */
function decodeHead(buffer: Buffer, isWhole: boolean): string {
  const end = isWhole ? buffer.length : Math.max(ENOUGH, buffer.lastIndexOf(0x0a) + 1);
  const text = buffer.toString('utf8', 0, end);
  return isWhole ? text : text.replace(/\uFFFD$/, '');
}
