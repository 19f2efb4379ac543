import { hashValue } from '../../model/hash.ts';
import { isObject, type Json } from '../../model/json.ts';
import { type At, type Problem, problem } from '../../problems/problem.ts';
import { brokenProblem } from '../input/broken-problem.ts';
import type { InputFile } from '../input/input-file.ts';
import { type CutCase, type CutDataset, cutDataset } from './cut-dataset.ts';
import { type DatasetKind, kindOf } from './detect.ts';
import { listAt, member, textAt } from './keys.ts';
import { isPlayed } from './turn-events.ts';

/** One case of a file. */
export interface FoundCase {
  readonly value: Json;
  readonly at: At;
  readonly id: string;
  /** False where the id was made from the position of the case. */
  readonly isNamed: boolean;
  readonly isRecorded: boolean;
  /** Set where the file breaks off inside this case. */
  readonly cut?: CutCase;
  /** Hash of what was recorded: the same recording in two files is one. */
  readonly recording: string;
}

const DEFINITIONS: Readonly<Record<Exclude<DatasetKind, 'dataset'>, string>> = {
  evalset: 'expected conversations of an ADK evalset',
  results: 'results of an earlier evaluation',
  expectations: 'queries with expected tool use',
};

/** The cases of a file. A file of the same family that holds no recording is reported. */
export async function findCases(file: InputFile, report: (problem: Problem) => void): Promise<FoundCase[]> {
  let cut: CutDataset | undefined;
  const whole = await file.document(report, (broken) => {
    cut = cutDataset(broken);
    report(brokenProblem(file.path, broken, cut));
  });
  const document = (cut?.document ?? whole) as Json | undefined;
  if (document === undefined || (cut && cut.kept === undefined)) return [];
  return casesOf(document, { file: file.path, line: 1 }, report, cut?.cut);
}

function casesOf(document: Json, at: At, report: (problem: Problem) => void, cut?: CutCase): FoundCase[] {
  const kind = kindOf(document);
  if (kind === undefined) {
    report(problem('SOURCE_BAD_RECORD', { reason: 'it has no list of eval_cases' }, at));
    return [];
  }
  if (kind !== 'dataset') {
    report(problem('SOURCE_DEFINITIONS_ONLY', { what: DEFINITIONS[kind] }, at));
    return [];
  }
  const list = Array.isArray(document) ? (document as readonly Json[]) : listAt(document, 'eval_cases');
  const base = Array.isArray(document) ? '' : member(document, 'eval_cases') === undefined ? '' : keyOf(document);
  if (list.length === 0) report(problem('SOURCE_DEFINITIONS_ONLY', { what: 'an empty list of cases' }, at));
  return list.flatMap((value, index) => {
    const place = { ...at, pointer: `${base}/${index}` };
    const isCut = cut !== undefined && index === list.length - 1;
    if (isObject(value)) return [{ ...foundCase(value, index, place), ...(isCut && { cut }) }];
    report(problem('SOURCE_BAD_RECORD', { reason: 'a case is no object' }, place));
    return [];
  });
}

function keyOf(document: Json): string {
  return isObject(document) && Object.hasOwn(document, 'eval_cases') ? '/eval_cases' : '/evalCases';
}

function foundCase(value: Json, index: number, at: At): FoundCase {
  const agentData = member(value, 'agent_data');
  const responses = listAt(value, 'responses');
  // An empty id names nothing.
  const id = textAt(value, 'eval_case_id') || undefined;
  return {
    value,
    at,
    id: id ?? `case_${index}`,
    isNamed: id !== undefined,
    isRecorded: responses.length > 0 || isPlayed(agentData),
    recording: hashValue([
      listAt(agentData, 'turns'),
      responses,
      listAt(value, 'intermediate_events'),
      // Two prompts are two runs, even where their answers are the same.
      member(value, 'prompt') ?? null,
    ]),
  };
}
