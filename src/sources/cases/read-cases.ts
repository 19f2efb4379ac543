import type { EvaluationCase } from '../../model/case.ts';
import { caseFromWire } from '../../model/wire/from-wire.ts';
import { FieldReader } from '../../model/wire/read-fields.ts';
import { Failure } from '../../problems/failure.ts';
import { type At, formatAt, type Problem } from '../../problems/problem.ts';
import { CASE_SHAPE } from './case-shape.ts';
import { checkShape } from './check-shape.ts';
import { type Entry, entriesOf } from './positioned-entries.ts';

/**
 * Reads a file of cases: JSON, JSON lines or YAML; a list, or a mapping with `cases`; keys in snake_case. Throws Failure
 * CASES_BAD_FILE or CONFIG_UNKNOWN_KEY with file and line.
 */
export function readCases(path: string, text: string): EvaluationCase[] {
  const seen = new Map<string, At>();
  return entriesOf(path, text.replace(/^\ufeff/, '')).map((entry) => {
    const given = readCase(entry);
    const first = seen.get(given.id);
    if (first) throw bad(`the id '${given.id}' stands twice, first at ${formatAt(first)}`, entry.at);
    seen.set(given.id, entry.at);
    return given;
  });
}

function readCase(entry: Entry): EvaluationCase {
  checkShape(entry, entry.value, CASE_SHAPE);
  const given = caseFromWire(new FieldReader(entry.value, entry.at, refuse), entry.at);
  if (!given) throw bad('a case has no id', entry.at);
  const { match } = given;
  const isEmpty = match && match.session === undefined && match.trace === undefined && !match.attributes?.size;
  if (isEmpty) throw bad(`the match of '${given.id}' names no session, trace or attributes`, entry.place(['match']));
  return given;
}

function refuse(found: Problem): never {
  throw bad(found.message, found.at ?? { file: '' });
}

function bad(reason: string, at: At): Failure {
  return new Failure('CASES_BAD_FILE', { reason }, at);
}
