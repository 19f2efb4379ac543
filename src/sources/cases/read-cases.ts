import { isMap, isNode, isSeq, LineCounter, parseAllDocuments, type Document } from 'yaml';
import type { EvaluationCase } from '../../model/case.ts';
import { isObject, type Json, parseJson } from '../../model/json.ts';
import { caseFromWire } from '../../model/wire/from-wire.ts';
import { FieldReader } from '../../model/wire/read-fields.ts';
import { Failure } from '../../problems/failure.ts';
import { didYouMean } from '../../problems/near-names.ts';
import { type At, formatAt, type Problem } from '../../problems/problem.ts';

const KEYS = 'id task trial prompt reference context expected_calls constraints tools step_cap escalation rubric_groups tags recorded match'.split(' ');
const MATCH_KEYS = ['session', 'trace', 'attributes'];

interface Entry {
  readonly value: Json;
  readonly at: At;
}

/**
 * Reads a file of cases: JSON, JSON lines or YAML; a list, or a mapping with `cases`. Throws Failure CASES_BAD_FILE or
 * CONFIG_UNKNOWN_KEY with file and line.
 */
export function readCases(path: string, text: string): EvaluationCase[] {
  const entries = /\.(jsonl|ndjson)$/i.test(path) ? lineEntries(path, text) : documentEntries(path, text);
  const seen = new Map<string, At>();
  return entries.map(({ value, at }) => {
    refuseUnknown(value, at);
    const given = caseFromWire(new FieldReader(value, at, refuse), at);
    if (!given) throw new Failure('CASES_BAD_FILE', { reason: 'a case has no id' }, at);
    const first = seen.get(given.id);
    if (first) throw new Failure('CASES_BAD_FILE', { reason: `the id '${given.id}' stands twice, first at ${formatAt(first)}` }, at);
    seen.set(given.id, at);
    return given;
  });
}

function refuse(found: Problem): never {
  throw new Failure('CASES_BAD_FILE', { reason: found.message }, found.at);
}

function refuseUnknown(value: Json, at: At): void {
  if (!isObject(value)) throw new Failure('CASES_BAD_FILE', { reason: 'a case is no mapping' }, at);
  refuseKeys(value, KEYS, at);
  if (isObject(value.match)) refuseKeys(value.match, MATCH_KEYS, at);
}

function refuseKeys(value: Readonly<Record<string, Json>>, known: readonly string[], at: At): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw new Failure('CONFIG_UNKNOWN_KEY', { key: unknown, near: didYouMean(unknown, known), known: known.join(', ') }, at);
}

function lineEntries(file: string, text: string): Entry[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const at = { file, line: index + 1 };
    const value = parseJson(line);
    if (value === undefined) throw new Failure('CASES_BAD_FILE', { reason: 'a line is not valid JSON' }, at);
    return [{ value, at }];
  });
}

function documentEntries(file: string, text: string): Entry[] {
  const lines = new LineCounter();
  const [document] = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false }) as Document[];
  const error = document?.errors[0];
  if (error) throw new Failure('CASES_BAD_FILE', { reason: error.message }, { file, line: lines.linePos(error.pos[0]).line });
  const contents = document?.contents;
  const list = isMap(contents) ? contents.get('cases', true) : contents;
  if (!document || !isSeq(list)) throw new Failure('CASES_BAD_FILE', { reason: 'it is no list of cases' }, { file, line: 1 });
  return list.items.map((item) => {
    const offset = isNode(item) ? item.range?.[0] : undefined;
    const at = { file, ...(offset !== undefined && { line: lines.linePos(offset).line }) };
    return { value: (isNode(item) ? item.toJS(document, { maxAliasCount: 100 }) : null) as Json, at };
  });
}
