import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Finding, faulty } from '../config/finding.ts';
import { readPositioned } from '../metrics/positioned-yaml.ts';
import { isObject, type Json } from '../model/json.ts';
import type { At } from '../problems/problem.ts';
import { type DatasetKind, kindOf } from '../sources/agents-cli/detect.ts';
import { camel, listAt, textAt } from '../sources/agents-cli/keys.ts';

/** One case of a dataset, as data. */
export interface DatasetCase {
  readonly id: string;
  readonly isNamed: boolean;
  readonly value: Json;
  /** Place of the case, or of a value in it. */
  placeOf(...path: readonly (string | number)[]): At;
}

/** A dataset file and its cases, or why it is none. */
export interface Dataset {
  readonly path: string;
  readonly cases: readonly DatasetCase[];
  readonly findings: readonly Finding[];
}

const MOST_BYTES = 256 * 1024 * 1024;
/** Lines are looked up in a tree of the whole text, which is large. */
const LINES_UP_TO = 4 * 1024 * 1024;

const OTHERS: Readonly<Record<Exclude<DatasetKind, 'dataset'>, { readonly reason: string; readonly todo: string }>> = {
  evalset: {
    reason: 'it is an evalset of ADK, with expected conversations',
    todo: 'write a list of eval_cases: eval_id becomes eval_case_id, the user text of one turn becomes prompt, and the last final_response becomes reference',
  },
  results: {
    reason: 'it holds the results of an evaluation',
    todo: 'give the dataset that was graded, or the traces',
  },
  expectations: {
    reason: 'it is a list of queries with expected tool use, of early ADK',
    todo: 'write a list of eval_cases: each query becomes the prompt of a case, and its reference the reference',
  },
};

/** Reads a dataset or a file of traces of agents-cli. What it holds is data. */
export async function readDataset(path: string, cwd: string): Promise<Dataset> {
  const file = resolve(cwd, path);
  const refuse = (reason: string, todo: string, line = 1): Dataset => ({
    path,
    cases: [],
    findings: [faulty('DATASET_BAD_FILE', { reason, todo }, { file: path, line })],
  });
  const about = await stat(file).catch(() => undefined);
  if (!about) return refuse('there is no such file', 'check the path');
  if (!about.isFile()) return refuse('it is no file', 'give the file itself');
  if (about.size > MOST_BYTES) return refuse(`${about.size} bytes are too many for one document`, 'split it');
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  let document: Json;
  try {
    document = JSON.parse(text) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not parse';
    return refuse(`not valid JSON: ${reason}`, 'agents-cli reads datasets as strict JSON', lineOf(text, reason));
  }
  const kind = kindOf(document);
  if (kind === undefined) return refuse(...noList(document));
  if (kind !== 'dataset') return refuse(OTHERS[kind].reason, OTHERS[kind].todo);
  const cases = casesOf(document, path, text);
  return cases.length > 0 ? { path, cases, findings: [] } : refuse('its list of cases is empty', 'add a case');
}

function noList(document: Json): [reason: string, todo: string] {
  const todo = 'write {"eval_cases": [{"eval_case_id": "…", "prompt": {"role": "user", "parts": [{"text": "…"}]}}]}';
  if (!isObject(document)) return ['it is a list, and no case in it has an eval_case_id', todo];
  const lists = Object.keys(document).filter((key) => Array.isArray(document[key]));
  return lists.length === 1
    ? [`it has no list of eval_cases; its list is called '${lists[0]}'`, todo]
    : ['it has no list of eval_cases', todo];
}

function casesOf(document: Json, path: string, text: string): DatasetCase[] {
  const key = isObject(document) && !Object.hasOwn(document, 'eval_cases') ? camel('eval_cases') : 'eval_cases';
  const base: readonly string[] = Array.isArray(document) ? [] : [key];
  const list = Array.isArray(document) ? (document as readonly Json[]) : listAt(document, 'eval_cases');
  const positioned = text.length <= LINES_UP_TO ? readPositioned(path, text) : undefined;
  return list.map((value, index) => {
    const id = textAt(value, 'eval_case_id') || undefined;
    return {
      ...{ id: id ?? `case_${index}`, isNamed: id !== undefined, value },
      placeOf: (...below) => {
        const whole = [...base, index, ...below];
        const pointer = `/${whole.join('/')}`;
        return positioned && !positioned.fault ? { ...positioned.placeOf(whole), pointer } : { file: path, pointer };
      },
    };
  });
}

function lineOf(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? text.split('\n').length : text.slice(0, Number(position)).split('\n').length;
}
