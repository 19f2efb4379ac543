import { isObject, type Json, textField } from '../../model/json.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { fromWire } from '../../model/wire/from-wire.ts';
import { problem } from '../../problems/problem.ts';
import { type Detection, defineSource, type Opening, type ReadContext } from '../define-source.ts';
import { brokenProblem, counted, type Kept, linesWithBroken } from '../input/broken-problem.ts';
import type { BrokenValue } from '../input/broken-value.ts';
import type { InputFile } from '../input/input-file.ts';
import { Loss } from '../input/loss.ts';
import { takeOut } from '../input/without-half-read.ts';

const TYPES: ReadonlySet<string> = new Set(['span', 'delegation', 'trace', 'case']);

/** Muster's own canonical records. */
export const spansSource = defineSource({
  name: 'spans',
  title: 'Canonical records',
  summary: 'spans, delegations, traces and cases as `muster convert` writes them, one JSON object a line or in a list',
  runUnit: 'trace',
  frameworkTools: [],
  detect,
  async *read(files, context): AsyncGenerator<ModelRecord> {
    for (const file of files) yield* readFile(file, context);
  },
});

function detect(opening: Opening): Detection | undefined {
  const all = opening.records.flatMap((record) => (Array.isArray(record) ? (record as Json[]) : [record as Json]));
  const because = 'its records have the type and ids of canonical records';
  return all.some(isCanonical) || isLongList(opening) ? { confidence: 'definite', because } : undefined;
}

function isCanonical(record: Json): boolean {
  const type = textField(record, 'type');
  if (type === undefined || !TYPES.has(type) || !isObject(record)) return false;
  const has = (key: string): boolean => Object.hasOwn(record, key);
  return !has('payload') && (has('trace_id') || has('id'));
}

/** A list longer than the opening: only the keys of its first record are known. */
function isLongList({ records, itemKeys, text }: Opening): boolean {
  if (records.length > 0 || !itemKeys.includes('type') || itemKeys.includes('payload')) return false;
  const type = /"type"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? '';
  return TYPES.has(type) && (itemKeys.includes('trace_id') || itemKeys.includes('id'));
}

async function* readFile(file: InputFile, { report }: ReadContext): AsyncGenerator<ModelRecord> {
  const loss = new Loss();
  let isSilent = true;
  const told: ReadContext['report'] = (found) => {
    isSilent = false;
    loss.told(found);
    report(found);
  };
  for await (const { line, value, broken } of linesWithBroken(file, told)) {
    const isList = Array.isArray(value);
    if (broken) {
      // A record by itself names its trace; a list may have held records of any.
      loss.lost(isList ? undefined : textField(value, 'trace_id'));
      told(brokenProblem(file.path, broken, takeHalfRead(broken)));
      if (!isList) continue;
    } else loss.wentOn();
    for (const [index, item] of (isList ? value : [value]).entries()) {
      const at = { file: file.path, line, ...(isList && { pointer: `/${index}` }) };
      const record = fromWire(item as Json, at, told);
      if (!record) continue;
      isSilent = false;
      yield* loss.take(record);
    }
  }
  yield* loss.finish();
  if (isSilent) report(problem('SOURCE_NO_SPANS', { format: 'made of canonical records' }, { file: file.path }));
}

/** Takes the record out of a list that was not read to its end. */
function takeHalfRead({ value, path }: BrokenValue): Kept {
  if (!Array.isArray(value)) return { isDocument: false };
  const [index] = path;
  const halfRead = index === undefined ? [] : [index];
  if (index !== undefined) takeOut(value, halfRead);
  return { isDocument: true, halfRead, ...(value.length > 0 && { kept: counted(value.length, 'record') }) };
}
