import { isObject, type Json, textField } from '../../model/json.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { fromWire } from '../../model/wire/from-wire.ts';
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

function detect({ records }: Opening): Detection | undefined {
  const all = records.flatMap((record) => (Array.isArray(record) ? (record as Json[]) : [record as Json]));
  const because = 'its records have the type and ids of canonical records';
  return all.some(isCanonical) ? { confidence: 'definite', because } : undefined;
}

function isCanonical(record: Json): boolean {
  const type = textField(record, 'type');
  if (type === undefined || !TYPES.has(type) || !isObject(record) || 'payload' in record) return false;
  return 'trace_id' in record || 'id' in record;
}

async function* readFile(file: InputFile, { report }: ReadContext): AsyncGenerator<ModelRecord> {
  for await (const { line, value } of file.lines(report)) {
    const at = { file: file.path, line };
    if (!Array.isArray(value)) {
      const record = fromWire(value as Json, at, report);
      if (record) yield record;
      continue;
    }
    for (const [index, item] of value.entries()) {
      const record = fromWire(item as Json, { ...at, pointer: `/${index}` }, report);
      if (record) yield record;
    }
  }
}
