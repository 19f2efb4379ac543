import { isObject, type Json } from '../../model/json.ts';
import type { Detection, Opening } from '../define-source.ts';
import { listAt, member } from './keys.ts';

/** What a file of this family is. Only a dataset can hold recordings. */
export type DatasetKind = 'dataset' | 'evalset' | 'results' | 'expectations';

const BECAUSE: Readonly<Record<DatasetKind, string>> = {
  dataset: 'it is an evaluation dataset with eval_cases',
  evalset: 'it is an ADK evalset, with expected conversations',
  results: 'it is a result file of agents-cli',
  expectations: 'it is a list of queries with expected tool use',
};

/** The kind of a whole document, or undefined when it is none of this family. */
export function kindOf(value: Json): DatasetKind | undefined {
  if (Array.isArray(value)) {
    const first = value.find(isObject);
    return first && member(first, 'query') !== undefined && member(first, 'expected_tool_use') !== undefined
      ? 'expectations'
      : undefined;
  }
  if (member(value, 'eval_case_results') !== undefined) return 'results';
  if (!Array.isArray(member(value, 'eval_cases'))) return undefined;
  const isEvalset = listAt(value, 'eval_cases').some(
    (each) => member(each, 'conversation') !== undefined || member(each, 'eval_id') !== undefined,
  );
  return isEvalset ? 'evalset' : 'dataset';
}

/** Why a file belongs to this family, from its opening. */
export function detectDataset(opening: Opening): Detection | undefined {
  if (opening.shape !== 'document') return undefined;
  const kind = opening.records.length === 1 ? kindOf(opening.records[0] as Json) : kindOfLong(opening);
  return kind && { confidence: 'definite', because: BECAUSE[kind] };
}

/** Documents longer than the opening: only their keys are known. */
function kindOfLong({ topKeys, itemKeys, text }: Opening): DatasetKind | undefined {
  const has = (...keys: string[]): boolean => keys.some((key) => topKeys.includes(key));
  if (has('eval_case_results', 'evalCaseResults')) return 'results';
  if (has('eval_cases', 'evalCases')) return /"(eval_id|evalId|conversation)"\s*:/.test(text) ? 'evalset' : 'dataset';
  return itemKeys.includes('query') && itemKeys.includes('expected_tool_use') ? 'expectations' : undefined;
}
