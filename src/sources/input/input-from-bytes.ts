import type { ByteSource } from './byte-source.ts';
import type { InputFile } from './input-file.ts';
import { INPUT_LIMITS, type InputLimits } from './limits.ts';
import { readDocument } from './read-document.ts';
import { type Head, readHead } from './read-head.ts';
import { readLines } from './read-lines.ts';
import { withDigest } from './with-digest.ts';

/** An input with what is asked before and after reading: its head for detection, and its digest for the result. */
export interface OpenedInput extends InputFile {
  head(): Promise<Head>;
  /** SHA-256 of the raw bytes, 64 hex digits. Free once the input was read to its end. */
  digest(): Promise<string>;
}

/** An input over raw bytes: the one way in which files, memory and standard input are read. */
export function inputFromBytes(bytes: ByteSource, limits: InputLimits = INPUT_LIMITS): OpenedInput {
  const source = withDigest(bytes);
  return {
    path: source.path,
    bytes: source.bytes,
    lines: (report, onBroken) => readLines(source, report, limits, onBroken),
    document: (report, onBroken) => readDocument(source, report, limits, onBroken),
    head: () => readHead(source, limits),
    digest: () => source.digest(),
  };
}
