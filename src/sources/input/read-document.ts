import { type Problem, problem } from '../../problems/problem.ts';
import type { OnBroken } from './broken-value.ts';
import type { ByteSource } from './byte-source.ts';
import { decodePart, encodingOf, withoutCutCharacter } from './decode-utf8.ts';
import type { InputLimits } from './limits.ts';
import { parseRecord } from './parse-record.ts';
import { scanJson } from './scan-json.ts';
import { textChunks } from './text-chunks.ts';

type Report = (problem: Problem) => void;

/** The first line that is not valid UTF-8. */
function firstInvalidLine(buffer: Buffer): number {
  let line = 1;
  for (let start = 0; start < buffer.length; line++) {
    const found = buffer.indexOf(0x0a, start);
    const end = found === -1 ? buffer.length : found;
    if (encodingOf(buffer.subarray(start, end)) === 'invalid') break;
    start = end + 1;
  }
  return line;
}

/** The text as one JSON value; undefined, after a report, where it is none or is too large to be parsed whole. */
export async function readDocument(
  source: ByteSource,
  report: Report,
  limits: InputLimits,
  onBroken?: OnBroken,
): Promise<unknown> {
  const file = source.path;
  const pieces: Buffer[] = [];
  let bytes = 0;
  let isUnreadable = false;
  const chunks = textChunks(
    source,
    (found) => {
      isUnreadable ||= found.code === 'INPUT_BINARY' || found.code === 'INPUT_UNREADABLE';
      report(found);
    },
    limits,
  );
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > limits.document) {
      const known = Math.max(bytes, source.bytes);
      report(problem('INPUT_TOO_LARGE', { bytes: known, limit: limits.document }, { file }));
      return undefined;
    }
    pieces.push(Buffer.from(chunk));
  }
  if (isUnreadable) return undefined;
  return parseDocument(Buffer.concat(pieces), file, report, onBroken);
}

function parseDocument(bytes: Buffer, file: string, report: Report, onBroken?: OnBroken): unknown {
  // Where a file breaks off inside a character, that is no fault of its encoding.
  const buffer = withoutCutCharacter(bytes);
  const encoding = encodingOf(buffer);
  const text = decodePart(buffer, 0, buffer.length, encoding);
  if (text.trim() === '') {
    report(problem('INPUT_EMPTY', {}, { file }));
    return undefined;
  }
  if (encoding === 'invalid') report(problem('INPUT_INVALID_UTF8', {}, { file, line: firstInvalidLine(buffer) }));
  // Bytes that do not decode have other lengths as text; as Latin-1 each is one character.
  const counted: OnBroken | undefined =
    onBroken && encoding === 'invalid'
      ? (broken) => onBroken({ ...broken, byte: scanJson(buffer.toString('latin1')).end, bytes: buffer.length })
      : onBroken;
  return parseRecord(text, { file }, report, counted);
}
