import type { Json } from '../../model/json.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import type { InputFile } from '../input/input-file.ts';
import { containerOf } from './containers/detect-container.ts';
import type { Report } from './raw-span.ts';

/** One JSON value of a file and its place. */
interface FileRecord {
  readonly value: Json;
  readonly at: At;
}

const HELD = 100;
const NOT_LINES = Symbol('the first line is not a record');

/**
 * The JSON values of a file: one a line where the first line is a value of its own, else the whole document. A file
 * whose first line is broken is read line by line as well, when a later line holds spans.
 */
export async function* fileRecords(file: InputFile, report: Report): AsyncGenerator<FileRecord> {
  const early = new EarlyProblems(report);
  try {
    for await (const { line, value } of file.lines((found) => early.add(found))) {
      early.settle();
      yield { value: value as Json, at: { file: file.path, line } };
    }
    early.settle();
    return;
  } catch (reason) {
    if (reason !== NOT_LINES) throw reason;
  }
  const problems: Problem[] = [];
  const document = await file.document((found) => problems.push(found));
  if (document === undefined && (await hasReadableLine(file))) {
    for await (const { line, value } of file.lines(report))
      yield { value: value as Json, at: { file: file.path, line } };
    return;
  }
  for (const found of problems) report(found);
  if (document !== undefined) yield { value: document as Json, at: { file: file.path } };
}

/** Problems before the first record: they are reported once it is clear that the file is read line by line. */
class EarlyProblems {
  readonly #report: Report;
  #held: Problem[] | undefined = [];

  constructor(report: Report) {
    this.#report = report;
  }

  add(found: Problem): void {
    if (!this.#held) this.#report(found);
    else if (found.code === 'INPUT_BAD_JSON') throw NOT_LINES;
    else if (this.#held.push(found) >= HELD) this.settle();
  }

  settle(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const found of held) this.#report(found);
  }
}

async function hasReadableLine(file: InputFile): Promise<boolean> {
  for await (const { value } of file.lines(() => {})) if (containerOf(value as Json)) return true;
  return false;
}

/** Reports a file that was read to its end without a span. */
export function reportNoSpans(file: InputFile, report: Report): void {
  report(problem('SOURCE_NO_SPANS', { format: 'OpenTelemetry' }, { file: file.path }));
}
