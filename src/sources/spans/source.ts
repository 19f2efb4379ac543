import { isObject, type Json, textField } from '../../model/json.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { fromWire } from '../../model/wire/from-wire.ts';
import { problem } from '../../problems/problem.ts';
import { type Detection, defineSource, type Opening, type ReadContext } from '../define-source.ts';
import type { InputFile } from '../input/input-file.ts';

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
  let isSilent = true;
  const told: ReadContext['report'] = (found) => {
    isSilent = false;
    report(found);
  };
  for await (const { line, value } of file.lines(told)) {
    const isList = Array.isArray(value);
    for (const [index, item] of (isList ? value : [value]).entries()) {
      const at = { file: file.path, line, ...(isList && { pointer: `/${index}` }) };
      const record = fromWire(item as Json, at, told);
      if (!record) continue;
      isSilent = false;
      yield record;
    }
  }
  if (isSilent) report(problem('SOURCE_NO_SPANS', { format: 'made of canonical records' }, { file: file.path }));
}
