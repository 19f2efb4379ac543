import { type Problem, problem } from '../../problems/problem.ts';
import type { OnBroken } from './broken-value.ts';
import type { ByteSource } from './byte-source.ts';
import type { JsonLine } from './input-file.ts';
import { type LineJoiner, lineJoiner } from './join-indented.ts';
import { layoutOf } from './layout.ts';
import type { InputLimits } from './limits.ts';
import { parseRecord } from './parse-record.ts';
import { type Stretch, splitLines } from './split-lines.ts';
import { textChunks } from './text-chunks.ts';
import { type OddLines, type TextLine, textLines } from './text-line.ts';

type Report = (problem: Problem) => void;

const LOOKED_AT = 64 * 1024;
const LINE_FEED = 0x0a;

/** Reports long lines each, broken bytes once a file. */
function oddLines(file: string, report: Report, limits: InputLimits): OddLines {
  let isInvalidKnown = false;
  return {
    tooLong: (line, bytes) => report(problem('INPUT_LINE_TOO_LONG', { bytes, limit: limits.line }, { file, line })),
    invalidUtf8: (line) => {
      if (!isInvalidKnown) report(problem('INPUT_INVALID_UTF8', {}, { file, line }));
      isInvalidKnown = true;
    },
  };
}

/** What a value that is no record is called, without quoting it. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an empty list' : `a ${typeof value}`;
}

function toRecord({ line, text }: TextLine, file: string, report: Report, onBroken?: OnBroken): JsonLine | undefined {
  const first = text.charCodeAt(0);
  // trim() takes a byte order mark away as well: files are joined with `cat`, and each may have one. The record
  // separator begins each record of a JSON text sequence (RFC 7464).
  const json = first === 0x7b || first === 0x5b ? text : text.replace(/^\x1e/, '').trim();
  if (json === '') return undefined;
  const value = parseRecord(json, { file, line }, report, onBroken);
  if (value === undefined) return undefined;
  if (typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length === 0)) {
    return { line, value };
  }
  report(problem('INPUT_NOT_A_RECORD', { found: nameOf(value) }, { file, line }));
  return undefined;
}

/** True when the first value goes on after its first line. A first line that is very long is a record of its own. */
function isIndented({ buffer }: Stretch): boolean {
  const firstEnd = buffer.indexOf(LINE_FEED);
  if (firstEnd === -1 || firstEnd === buffer.length - 1 || firstEnd > LOOKED_AT) return false;
  const layout = layoutOf(buffer.toString('utf8', 0, LOOKED_AT));
  return layout === 'one value' || layout === 'indented values';
}

/** The records of a text with one JSON value a line, or with values indented over several lines. */
export async function* readLines(
  source: ByteSource,
  report: Report,
  limits: InputLimits,
  onBroken?: OnBroken,
): AsyncGenerator<JsonLine> {
  const file = source.path;
  const odd = oddLines(file, report, limits);
  const chunks = textChunks(source, report, limits);
  let joiner: LineJoiner | undefined;
  let isFirst = true;
  for await (const stretch of splitLines(chunks, limits, ({ line, bytes }) => odd.tooLong(line, bytes))) {
    if (isFirst && isIndented(stretch)) joiner = lineJoiner(limits.line, odd.tooLong);
    isFirst = false;
    for (const line of textLines(stretch, limits.line, odd)) {
      const whole = joiner ? joiner.add(line) : line;
      const record = whole && toRecord(whole, file, report, onBroken);
      if (record) yield record;
    }
  }
  const last = joiner?.end();
  const record = last && toRecord(last, file, report, onBroken);
  if (record) yield record;
}
