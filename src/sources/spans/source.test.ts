import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../model/canonical-json.ts';
import type { Json } from '../../model/json.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { toWire } from '../../model/wire/to-wire.ts';
import type { Problem } from '../../problems/problem.ts';
import { itKeepsTheSourceContract } from '../../testing/source-contract.ts';
import { detectSource } from '../detect.ts';
import { memoryFile } from '../input/memory-file.ts';
import { makeOpening } from '../input/opening.ts';
import { SOURCES } from '../registry.ts';
import { spansSource } from './source.ts';

itKeepsTheSourceContract(spansSource, fileURLToPath(new URL('./samples', import.meta.url)));

const SPAN = { type: 'span', trace_id: 't', span_id: '1', name: 'a', kind: 'AGENT' };

async function read(text: string): Promise<{ records: ModelRecord[]; problems: Problem[] }> {
  const records: ModelRecord[] = [];
  const problems: Problem[] = [];
  const file = memoryFile('run.jsonl', Buffer.from(text));
  for await (const record of spansSource.read([file], { report: (found) => problems.push(found) }))
    records.push(record);
  return { records, problems };
}

async function chosen(text: string): Promise<string | undefined> {
  const file = memoryFile('run.json', Buffer.from(text));
  return detectSource(makeOpening(file.path, await file.head()), SOURCES)?.source.name;
}

describe('canonical records', () => {
  it('are read from a list as from lines, with the pointer of each', async () => {
    const { records, problems } = await read(JSON.stringify([SPAN, { ...SPAN, span_id: '2' }]));
    expect(problems).toEqual([]);
    expect(records.map((record) => record.type === 'span' && [record.span.spanId, record.span.at.pointer])).toEqual([
      ['1', '/0'],
      ['2', '/1'],
    ]);
  });

  it('that were converted are read back as they were', async () => {
    const { records } = await read(`${JSON.stringify({ ...SPAN, output_messages: [], at: { file: 'x.json' } })}\n`);
    const lines = records.flatMap((record) =>
      record.type === 'content' || record.type === 'problem' ? [] : [JSON.stringify(toWire(record))],
    );
    const again = await read(lines.join('\n'));
    expect(canonicalJson(again.records as unknown as Json)).toBe(canonicalJson(records as unknown as Json));
  });

  it('are recognised in a list longer than the opening', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ ...SPAN, span_id: String(index) }));
    expect(await chosen(JSON.stringify(many))).toBe('spans');
  });

  it('are not claimed where a type of the same name belongs to another format', async () => {
    expect(await chosen('{"type":"trace","payload":{},"id":"1"}\n{"type":"trace","payload":{},"id":"2"}\n')).not.toBe(
      'spans',
    );
    expect(await chosen('{"type":"span","name":"no id at all"}\n{"type":"span","name":"neither"}\n')).not.toBe('spans');
  });

  it('of which none is usable say so once each, and an empty list says that it is empty', async () => {
    expect((await read('{"type":"span","trace_id":"t"}\n')).problems.map(({ code }) => code)).toEqual([
      'SOURCE_BAD_RECORD',
    ]);
    expect((await read('[]')).problems).not.toEqual([]);
  });
});
