import type { Json } from '../../model/json.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import type { InputFile } from '../input/input-file.ts';
import { kindOf, type RecordKind } from './record-kind.ts';

type Report = (problem: Problem) => void;

/** One conversation of a file, as recorded. */
export interface ChatRecord {
  readonly kind: RecordKind;
  readonly value: Json;
  readonly at: At;
}

/** The records of a file: one a value, or each item of a list of records. What is none of them is reported. */
export async function* chatRecords(file: InputFile, report: Report): AsyncGenerator<ChatRecord> {
  for await (const line of file.lines(report)) {
    const value = line.value as Json;
    const at = { file: file.path, line: line.line };
    if (kindOf(value) !== undefined || !Array.isArray(value)) {
      yield* recordOf(value, at, report);
      continue;
    }
    for (const [index, item] of (value as readonly Json[]).entries())
      yield* recordOf(item, { ...at, pointer: `/${index}` }, report);
  }
}

function* recordOf(value: Json, at: At, report: Report): Generator<ChatRecord> {
  const kind = kindOf(value);
  if (kind) yield { kind, value, at };
  else report(problem('SOURCE_BAD_RECORD', { reason: 'it has no list of messages' }, at));
}
