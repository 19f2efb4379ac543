import { type Problem, problem } from '../../problems/problem.ts';
import type { BrokenValue } from './broken-value.ts';
import type { InputFile, JsonLine } from './input-file.ts';
import type { Step } from './open-path.ts';

/** A record of a file, or the beginning of one that breaks. */
export interface AnyLine extends JsonLine {
  readonly broken?: BrokenValue;
}

/** The records of a file in order, those that break among them. */
export async function* linesWithBroken(file: InputFile, report: (problem: Problem) => void): AsyncGenerator<AnyLine> {
  const waiting: BrokenValue[] = [];
  const take = (): AnyLine[] => waiting.splice(0).map((broken) => ({ line: broken.line, value: broken.value, broken }));
  for await (const record of file.lines(report, (broken) => waiting.push(broken))) {
    yield* take();
    yield record;
  }
  yield* take();
}

/** What is read of a broken value. */
export interface Kept {
  /** In words (`3 spans`); absent where no record of it is whole. */
  readonly kept?: string;
  /** The way to the record that was left out. */
  readonly halfRead?: readonly Step[];
  /** True where the value is the whole file, or holds many records. */
  readonly isDocument: boolean;
}

/** Where and why a value broke, and how much of it is read. */
export function brokenProblem(file: string, broken: BrokenValue, { kept, halfRead = [], isDocument }: Kept): Problem {
  const { reason, byte, bytes, brokenLine: line } = broken;
  const pointer = halfRead.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const at = { file, line, ...(pointer !== '' && { pointer }) };
  const rest = byte < bytes ? `; bytes ${byte} to ${bytes} are not read` : '';
  if (kept !== undefined) return problem('INPUT_BROKEN_DOCUMENT', { byte, reason, kept, rest }, at);
  return problem(isDocument ? 'INPUT_BAD_DOCUMENT' : 'INPUT_BAD_JSON', { reason }, { file, line });
}

/** `1 span`, `3 spans`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
