import { inspectValue } from './inspect-value.ts';
import { DEPTH_LIMIT } from './limits.ts';
import { OpenPath, type Step } from './open-path.ts';
import { quoteLongIntegers } from './quote-integers.ts';
import { scanJson, whereIn } from './scan-json.ts';

/** The beginning of a JSON value that breaks off, or breaks in the middle. */
export interface BrokenValue {
  /** What was read, closed after its last whole value. */
  readonly value: unknown;
  /** The way to the innermost object or list that was not read to its end: those on it are half-read, all else is whole. */
  readonly path: readonly Step[];
  /** 1-based line of the file where the value begins. */
  readonly line: number;
  /** 1-based line of the file where it breaks. */
  readonly brokenLine: number;
  /** Why it breaks, with the column. */
  readonly reason: string;
  /** Where it breaks, in bytes from the start of the value. */
  readonly byte: number;
  /** Bytes from the start of the value to the end of its text. */
  readonly bytes: number;
}

/** Told of a value that breaks, in place of a problem. */
export type OnBroken = (broken: BrokenValue) => void;

/** What can be read of a text that does not parse; undefined where not even a bracket can. One scan. */
export function brokenValue(text: string, line: number): BrokenValue | undefined {
  const open = new OpenPath();
  const scan = scanJson(text, 0, undefined, open);
  if (open.isNothing) return undefined;
  const isWhole = scan.kind === 'complete';
  const value = parseQuietly(open.closedText(text));
  if (value === undefined) return undefined;
  const { line: lines, column } = whereIn(text, scan.end);
  const why = isWhole ? 'more text after the value' : scan.reason;
  return {
    value,
    path: open.path(),
    line,
    brokenLine: line + lines - 1,
    reason: `${why} (column ${column})`,
    byte: Buffer.byteLength(text.slice(0, scan.end)),
    bytes: Buffer.byteLength(text),
  };
}

function parseQuietly(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const inspection = inspectValue(value, DEPTH_LIMIT);
    if (inspection === 'too deep') return undefined;
    return inspection === 'plain' ? value : JSON.parse(quoteLongIntegers(text));
  } catch {
    return undefined;
  }
}
