import { type At, type Problem, problem } from '../../problems/problem.ts';
import { brokenValue, type OnBroken } from './broken-value.ts';
import { inspectValue, isTextTooDeep } from './inspect-value.ts';
import { DEPTH_LIMIT } from './limits.ts';
import { quoteLongIntegers } from './quote-integers.ts';
import { jsonError } from './scan-json.ts';

// The parser itself needs no stack, but memory for each open bracket: long texts are looked at before.
const SCAN_ABOVE = 4 * 1024 * 1024;

/**
 * Parses one JSON text. Integers beyond 2^53 come as decimal strings. Undefined, after a report, when the text is not
 * JSON or nests too deep; `at.line` is the line where the text begins. With `onBroken`, a text that breaks is handed to
 * it, as far as it can be read, and not reported.
 */
export function parseRecord(text: string, at: At, report: (problem: Problem) => void, onBroken?: OnBroken): unknown {
  if (text.length > SCAN_ABOVE && isTextTooDeep(text, DEPTH_LIMIT)) {
    report(problem('INPUT_TOO_DEEP', { limit: DEPTH_LIMIT }, at));
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const broken = onBroken && brokenValue(text, at.line ?? 1);
    if (broken) onBroken?.(broken);
    else reportBadJson(text, at, report);
    return undefined;
  }
  const inspection = inspectValue(value, DEPTH_LIMIT);
  if (inspection === 'plain') return value;
  if (inspection === 'long integers') return JSON.parse(quoteLongIntegers(text));
  report(problem('INPUT_TOO_DEEP', { limit: DEPTH_LIMIT }, at));
  return undefined;
}

function reportBadJson(text: string, at: At, report: (problem: Problem) => void): void {
  const error = jsonError(text);
  const reason = error ? `${error.reason} (column ${error.column})` : 'the parser refused it';
  const line = (at.line ?? 1) + (error?.line ?? 1) - 1;
  // Only what stands in a document has no line to begin at: it has no further records that could be read.
  report(problem(at.line === undefined ? 'INPUT_BAD_DOCUMENT' : 'INPUT_BAD_JSON', { reason }, { ...at, line }));
}
