import type { Json } from '../../model/json.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import { type AnyLine, linesWithBroken } from '../input/broken-problem.ts';
import type { BrokenValue } from '../input/broken-value.ts';
import type { InputFile } from '../input/input-file.ts';
import { containerOf } from './containers/detect-container.ts';
import type { Report } from './raw-span.ts';

/** One JSON value of a file and its place. */
export interface FileRecord {
  readonly value: Json;
  readonly at: At;
  /** Where the value breaks: it is then what was read of it. */
  readonly broken?: BrokenValue;
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
    for await (const record of linesWithBroken(file, (found) => early.add(found))) {
      if (record.broken) early.checkBroken();
      early.settle();
      yield fileRecord(file, record);
    }
    early.settle();
    return;
  } catch (reason) {
    if (reason !== NOT_LINES) throw reason;
  }
  if (await hasReadableLine(file)) {
    for await (const record of linesWithBroken(file, report)) yield fileRecord(file, record);
    return;
  }
  let broken: BrokenValue | undefined;
  const document = await file.document(report, (found) => {
    broken = found;
  });
  const at = { file: file.path };
  if (broken) yield { value: broken.value as Json, at, broken };
  else if (document !== undefined) yield { value: document as Json, at };
}

function fileRecord(file: InputFile, { line, value, broken }: AnyLine): FileRecord {
  return { value: value as Json, at: { file: file.path, line }, ...(broken && { broken }) };
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

  /** The first record of a file that breaks may be the first line of a document. */
  checkBroken(): void {
    if (this.#held) throw NOT_LINES;
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
