import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problems/problem.ts';
import { INPUT_LIMITS, type InputLimits } from './limits.ts';
import { memoryFile } from './memory-file.ts';

async function readAll(content: string | Uint8Array, limits: InputLimits = INPUT_LIMITS) {
  const values: unknown[] = [];
  const problems: Problem[] = [];
  for await (const { value } of memoryFile('a', content, limits).lines((found) => problems.push(found)))
    values.push(value);
  return { values, problems, codes: problems.map(({ code }) => code) };
}

describe('gzip', () => {
  it('is recognised by content, and its members are read one after another', async () => {
    const read = await readAll(Buffer.concat([gzipSync('{"a":1}\n{"b"'), gzipSync(':2}\n')]));
    expect(read.values).toEqual([{ a: 1 }, { b: 2 }]);
    expect(read.codes).toEqual([]);
  });

  it('cut at any byte gives only records of the whole, and says that it was cut', async () => {
    const records = Array.from({ length: 50 }, (_, index) => ({ index, text: Math.sin(index).toString(36) }));
    const whole = gzipSync(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    let most = 0;
    for (let cut = 3; cut < whole.length; cut += 7) {
      const read = await readAll(whole.subarray(0, cut));
      expect(read.values).toEqual(records.slice(0, read.values.length));
      expect(read.codes).toContain('INPUT_TRUNCATED_GZIP');
      most = Math.max(most, read.values.length);
    }
    expect(most).toBeGreaterThan(40);
  });

  it('with damage in the middle keeps what came before it', async () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `{"index":${index},"x":"${Math.sin(index)}"}\n`).join('');
    const bytes = gzipSync(text);
    const damage = Math.floor(bytes.length * 0.9);
    bytes.fill(0xff, damage, damage + 20);
    const read = await readAll(bytes);
    const undamaged = await readAll(bytes.subarray(0, damage));
    expect(undamaged.values.length).toBeGreaterThan(3_500);
    const before = read.values.slice(0, undamaged.values.length);
    expect(JSON.stringify(before)).toBe(JSON.stringify(undamaged.values));
    expect(read.codes).toContain('INPUT_TRUNCATED_GZIP');
  });

  it('that inflates out of proportion is stopped; the records before the limit are kept', async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `{"b":${Math.sin(index)},"c":"${'x'.repeat(100)}"}\n`);
    const bomb = gzipSync(`{"a":1}\n${lines.join('')}`);
    const read = await readAll(bomb, { ...INPUT_LIMITS, ratio: 5, ratioAbove: 100_000 });
    expect(read.values[0]).toEqual({ a: 1 });
    expect(read.values.length).toBeLessThan(40_001);
    expect(read.codes).toContain('INPUT_INFLATE_LIMIT');
  });

  it('that inflates over the total is stopped, whatever its ratio', async () => {
    const bytes = gzipSync('{"a":1}\n'.repeat(100_000));
    const read = await readAll(bytes, { ...INPUT_LIMITS, inflated: 400_000 });
    expect(read.codes).toContain('INPUT_INFLATE_LIMIT');
  });

  it('with zeros after it, as tapes pad, is whole; with other bytes after it, it is damaged', async () => {
    const whole = gzipSync('{"a":1}\n');
    expect(await readAll(Buffer.concat([whole, Buffer.alloc(100)]))).toMatchObject({ values: [{ a: 1 }], codes: [] });
    const trailing = await readAll(Buffer.concat([whole, Buffer.from('{"b":2}\n')]));
    expect(trailing).toMatchObject({ values: [{ a: 1 }], codes: ['INPUT_TRUNCATED_GZIP'] });
  });

  it('inside gzip is refused in words', async () => {
    const read = await readAll(gzipSync(gzipSync('{"a":1}')));
    expect(read.problems.map(({ message }) => message)).toEqual(['the file is not text: it is compressed twice']);
  });
});

describe('text in two-byte units', () => {
  const text = '{"a":"ü😀"}\n{"b":2}\n';
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  it.each([
    ['little endian with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['big endian with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['little endian without a mark', little],
    ['big endian without a mark', big],
  ])('is decoded: %s', async (_, bytes) => {
    const read = await readAll(bytes);
    expect(read.values).toEqual([{ a: 'ü😀' }, { b: 2 }]);
    expect(read.codes).toEqual([]);
  });
});

describe('binary content', () => {
  it.each([
    ['a zip archive', Buffer.from('PK\x03\x04rest')],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2])],
    ['Parquet', Buffer.from('PAR1....')],
    ['SQLite', Buffer.from('SQLite format 3\0....')],
    ['PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
    ['PDF', Buffer.from('%PDF-1.7')],
    ['control bytes', Buffer.from([0x0a, 0x03, 0x00, 0x12, 0x01])],
  ])('is named: %s', async (name, bytes) => {
    const read = await readAll(bytes);
    expect(read.values).toEqual([]);
    expect(read.problems.map(({ message }) => message)).toEqual([expect.stringContaining(name)]);
  });

  it('in the tail of a text, as a crash leaves it, costs only that line', async () => {
    const read = await readAll(Buffer.concat([Buffer.from('{"a":1}\n'), Buffer.alloc(500)]));
    expect(read.values).toEqual([{ a: 1 }]);
    expect(read.codes).toEqual(['INPUT_BAD_JSON']);
  });
});
