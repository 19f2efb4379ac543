import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problems/problem.ts';
import { INPUT_LIMITS, type InputLimits } from './limits.ts';
import { memoryFile } from './memory-file.ts';

async function read(content: string | Uint8Array, limits: InputLimits = INPUT_LIMITS) {
  const problems: Problem[] = [];
  const value = await memoryFile('a.json', content, limits).document((found) => problems.push(found));
  return { value, problems: problems.map(({ code, at }) => `${code}:${at?.line ?? ''}`), messages: problems };
}

describe('a document', () => {
  it('is one value, plain or compressed, with long integers as text', async () => {
    const text = '\ufeff{\n "a": [1700000000000000001, -9007199254740993, 1e300]\n}\n';
    const value = { a: ['1700000000000000001', '-9007199254740993', 1e300] };
    expect(await read(text)).toMatchObject({ value, problems: [] });
    expect(await read(gzipSync(text))).toMatchObject({ value, problems: [] });
  });

  it('that breaks is reported at its line and column', async () => {
    const broken = await read('{\n "a": 1,\n "b" 2\n}');
    expect(broken.value).toBeUndefined();
    expect(broken.problems).toEqual(['INPUT_BAD_DOCUMENT:3']);
    expect(broken.messages[0]?.message).toBe("not valid JSON: a ':' is missing after a key (column 6)");
  });

  it('that is followed by another one says so', async () => {
    const two = await read('{"a":1}\n{"b":2}\n');
    expect(two.messages[0]?.message).toBe('not valid JSON: more text after the value (column 1)');
    expect(two.problems).toEqual(['INPUT_BAD_DOCUMENT:2']);
  });

  it('over the limit is refused, also where it only inflates to that', async () => {
    const text = JSON.stringify({ a: 'x'.repeat(2000) });
    const limits = { ...INPUT_LIMITS, document: 1000 };
    expect((await read(text, limits)).problems).toEqual(['INPUT_TOO_LARGE:']);
    expect((await read(gzipSync(text), limits)).problems).toEqual(['INPUT_TOO_LARGE:']);
  });

  it('without content is empty, not broken', async () => {
    expect((await read('')).problems).toEqual(['INPUT_EMPTY:']);
    expect((await read(' \n\t')).problems).toEqual(['INPUT_EMPTY:']);
  });

  it('with broken bytes is kept, and the first such line is named', async () => {
    const bytes = Buffer.concat([Buffer.from('{\n"a":"'), Buffer.from([0x80]), Buffer.from('"}')]);
    expect(await read(bytes)).toMatchObject({ value: { a: '\ufffd' }, problems: ['INPUT_INVALID_UTF8:2'] });
  });

  it('that nests too deep is refused', async () => {
    expect((await read('['.repeat(200_000) + ']'.repeat(200_000))).problems).toEqual(['INPUT_TOO_DEEP:']);
  });

  it('that is binary gives one problem', async () => {
    expect((await read(Buffer.from('PK\x03\x04rest'))).problems).toEqual(['INPUT_BINARY:']);
  });
});
