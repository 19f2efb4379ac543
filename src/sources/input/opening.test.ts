import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Opening } from '../define-source.ts';
import { memoryFile } from './memory-file.ts';
import { makeOpening } from './opening.ts';

async function openingOf(path: string, content: string | Uint8Array): Promise<Opening> {
  return makeOpening(path, await memoryFile(path, content).head());
}

describe('the opening', () => {
  it('of a document gives the document and its keys', async () => {
    const opening = await openingOf('a.json', '\ufeff{\n "spans": [{"id": 1}],\n "x\\u0041": 2\n}');
    expect(opening).toMatchObject({ shape: 'document', topKeys: ['spans', 'xA'], itemKeys: [] });
    expect(opening.records).toEqual([{ spans: [{ id: 1 }], xA: 2 }]);
  });

  it('of a list gives the keys of its first element', async () => {
    const opening = await openingOf('a.json', '[{"role":"user","content":{"deep":1}},{"other":1}]');
    expect(opening).toMatchObject({ shape: 'document', topKeys: [], itemKeys: ['role', 'content'] });
  });

  it('of a long document gives the keys that it shows, and no record', () => {
    const text = JSON.stringify({ version: 2, samples: Array.from({ length: 20_000 }, (_, id) => ({ id })), late: 1 });
    const opening = makeOpening('a.json', { text: text.slice(0, 100_000), isWhole: false });
    expect(opening).toMatchObject({ shape: 'document', records: [], topKeys: ['version', 'samples'] });
    expect(opening.text).toHaveLength(65_536);
  });

  it('of a document that is cut gives what can be read of it', async () => {
    const opening = await openingOf('a.json', '{"spans":[{"id":1},{"id":2,"na');
    const records = [{ spans: [{ id: 1 }, { id: 2 }] }];
    expect(opening).toMatchObject({ shape: 'document', topKeys: ['spans'], records });
  });

  it('of lines gives at most twenty records, without a cut one and without broken ones', async () => {
    const lines = Array.from({ length: 30 }, (_, id) => `{"id":${id}}`);
    const opening = await openingOf('a.log', ['{"cut', ...lines].join('\n'));
    expect(opening).toMatchObject({ shape: 'lines', topKeys: [] });
    expect(opening.records).toEqual(lines.slice(0, 20).map((line) => JSON.parse(line)));
  });

  it('of lines whose first is longer than the opening still holds that record', async () => {
    const long = JSON.stringify({ type: 'user', image: 'x'.repeat(300_000) });
    for (const content of [`${long}\n{"type":"next"}\n`, gzipSync(`${long}\n{"type":"next"}\n`)]) {
      const opening = await openingOf('a', content);
      expect(opening.shape).toBe('lines');
      expect(opening.records[0]).toMatchObject({ type: 'user' });
    }
  });

  it('of one line goes by the name: lines where it promises lines, else a document', async () => {
    expect(await openingOf('a.jsonl', '{"a":1}\n')).toMatchObject({ shape: 'lines', records: [{ a: 1 }] });
    expect(await openingOf('a.jsonl.gz', gzipSync('{"a":1}\n'))).toMatchObject({ shape: 'lines' });
    expect(await openingOf('a.json', '{"a":1}\n')).toMatchObject({ shape: 'document', topKeys: ['a'] });
  });

  it('of indented values that follow each other is lines', async () => {
    const text = [{ a: 1 }, { b: [1] }].map((value) => JSON.stringify(value, null, 2)).join('\n');
    expect(await openingOf('a.json', text)).toMatchObject({ shape: 'lines', records: [{ a: 1 }, { b: [1] }] });
  });

  it('of lines after a preamble is lines', async () => {
    const opening = await openingOf('a.log', 'starting up\n[info] ready\n{"a":1}\n');
    expect(opening).toMatchObject({ shape: 'lines', records: [{ a: 1 }] });
  });

  it('of a document that breaks early is a document with the keys before the break', async () => {
    const opening = await openingOf('a.json', '{\n "trace": 1,\n "score": NaN\n}');
    expect(opening).toMatchObject({ shape: 'document', records: [{ trace: 1 }], topKeys: ['trace', 'score'] });
  });

  it('of a list with one element a line is a document', async () => {
    const opening = await openingOf('a.json', '[\n{"a":1},\n{"a":2}\n]\n');
    expect(opening).toMatchObject({ shape: 'document', itemKeys: ['a'] });
  });

  it.each([
    ['a readme', '# Title\n'],
    ['a log', '[info] started\n'],
    ['YAML', 'a: 1\n'],
    ['white space', ' \n'],
    ['a number', '7'],
  ])('of %s is something else', async (_, text) => {
    expect(await openingOf('a', text)).toMatchObject({ shape: 'other', records: [] });
  });
});
