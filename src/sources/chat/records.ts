import type { Json } from '../../model/json.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import { brokenProblem, linesWithBroken } from '../input/broken-problem.ts';
import type { InputFile } from '../input/input-file.ts';
import { kindOf, type RecordKind } from './record-kind.ts';
import { wholeRecords } from './whole-records.ts';

type Report = (problem: Problem) => void;

/** One conversation of a file, as recorded. */
export interface ChatRecord {
  readonly kind: RecordKind;
  readonly value: Json;
  readonly at: At;
  /** The file breaks off inside its messages. */
  readonly isCut: boolean;
}

/** The records of a file: one a value, or each item of a list of records. What is none of them is reported. */
export async function* chatRecords(file: InputFile, report: Report): AsyncGenerator<ChatRecord> {
  for await (const line of linesWithBroken(file, report)) {
    const at = { file: file.path, line: line.line };
    if (!line.broken) {
      yield* recordsIn(line.value as Json, at, undefined, report);
      continue;
    }
    const { value, cut, ...kept } = wholeRecords(line.broken);
    report(brokenProblem(file.path, line.broken, kept));
    if (value !== undefined && kept.kept !== undefined) yield* recordsIn(value, at, cut, report);
  }
}

function* recordsIn(value: Json, at: At, cut: Json | undefined, report: Report): Generator<ChatRecord> {
  if (kindOf(value) !== undefined || !Array.isArray(value)) {
    yield* recordOf(value, at, cut, report);
    return;
  }
  for (const [index, item] of (value as readonly Json[]).entries())
    yield* recordOf(item, { ...at, pointer: `/${index}` }, cut, report);
}

function* recordOf(value: Json, at: At, cut: Json | undefined, report: Report): Generator<ChatRecord> {
  const kind = kindOf(value);
  if (kind) yield { kind, value, at, isCut: value === cut };
  else report(problem('SOURCE_BAD_RECORD', { reason: 'it has no list of messages' }, at));
}
