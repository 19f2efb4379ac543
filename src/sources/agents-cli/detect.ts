import { isObject, type Json } from '../../model/json.ts';
import type { Detection, Opening } from '../define-source.ts';
import { listAt, member } from './keys.ts';

/** What a file of this family is. Only a dataset can hold recordings. */
export type DatasetKind = 'dataset' | 'evalset' | 'results' | 'expectations';

const BECAUSE: Readonly<Record<DatasetKind, string>> = {
  dataset: 'it is an evaluation dataset with eval_cases',
  evalset: 'it is an ADK evalset, with expected conversations',
  results: 'it holds the results of an evaluation',
  expectations: 'it is a list of queries with expected tool use',
};

/** The kind of a whole document, or undefined when it is none of this family. */
export function kindOf(value: Json): DatasetKind | undefined {
  if (Array.isArray(value)) return kindOfItem((key) => member(value.find(isObject), key) !== undefined);
  if (member(value, 'eval_case_results') !== undefined) return 'results';
  if (!Array.isArray(member(value, 'eval_cases'))) return undefined;
  const isEvalset = listAt(value, 'eval_cases').some(
    (each) => member(each, 'conversation') !== undefined || member(each, 'eval_id') !== undefined,
  );
  return isEvalset ? 'evalset' : 'dataset';
}

/** The kind of a list, by the keys of its first item. */
function kindOfItem(has: (key: string) => boolean): DatasetKind | undefined {
  if (has('query') && has('expected_tool_use')) return 'expectations';
  if (has('data') && has('initial_state') && has('name')) return 'expectations';
  if (has('score') && has('response') && (has('case_id') || has('eval_case_id'))) return 'results';
  if (has('eval_case_id') || (has('agent_data') && !has('format'))) return 'dataset';
  return undefined;
}

/** Why a file belongs to this family, from its opening. */
export function detectDataset(opening: Opening): Detection | undefined {
  if (opening.shape !== 'document') return undefined;
  const kind = opening.records.length === 1 ? kindOf(opening.records[0] as Json) : kindOfLong(opening);
  return kind && { confidence: 'definite', because: BECAUSE[kind] };
}

/** Documents longer than the opening: only their keys are known. */
function kindOfLong({ topKeys, itemKeys, text }: Opening): DatasetKind | undefined {
  const has = (keys: readonly string[], key: string): boolean => keys.some((each) => snake(each) === key);
  if (has(topKeys, 'eval_case_results')) return 'results';
  if (has(topKeys, 'eval_cases')) return /"(eval_id|evalId|conversation)"\s*:/.test(text) ? 'evalset' : 'dataset';
  return kindOfItem((key) => has(itemKeys, key));
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
