import type { Problem } from '../../problems/problem.ts';
import type { OnBroken } from './broken-value.ts';

/** One JSON record of a file and the 1-based line where it begins. */
export interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

/** A file that can be read more than once. Text is decoded, inflated and stripped of a byte order mark behind this door. */
export interface InputFile {
  /** Path relative to the working directory, with forward slashes; `-` for standard input. */
  readonly path: string;
  readonly bytes: number;
  /**
   * Records of JSON lines, streamed. Odd lines are reported and left out; with `onBroken`, one that breaks is handed to
   * it instead, as far as it can be read.
   */
  lines(report: (problem: Problem) => void, onBroken?: OnBroken): AsyncIterable<JsonLine>;
  /**
   * The file as one JSON value, or undefined when it cannot be read as one (reported).
   * Integers beyond 2^53 come as decimal strings. With `onBroken`, a document that breaks is handed to it instead, as far
   * as it can be read.
   */
  document(report: (problem: Problem) => void, onBroken?: OnBroken): Promise<unknown>;
}
