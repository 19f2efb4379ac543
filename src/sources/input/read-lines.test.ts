import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problems/problem.ts';
import { inputFromBytes, type OpenedInput } from './input-from-bytes.ts';
import { INPUT_LIMITS } from './limits.ts';
import { memoryFile } from './memory-file.ts';
import { makeOpening } from './opening.ts';
import { quoteLongIntegers } from './quote-integers.ts';

async function readAll(file: OpenedInput): Promise<{ values: unknown[]; lines: number[]; problems: string[] }> {
  const values: unknown[] = [];
  const lines: number[] = [];
  const found: Problem[] = [];
  for await (const { line, value } of file.lines((problem) => found.push(problem))) {
    values.push(value);
    lines.push(line);
  }
  return { values, lines, problems: found.map(({ code, at }) => `${code}:${at?.line ?? ''}`) };
}

/** The same bytes in pieces of the given sizes, over one reused buffer as from the disk. */
function inPieces(bytes: Uint8Array, size: number): OpenedInput {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const reused = Buffer.alloc(size);
    for (let start = 0; start < bytes.length; start += size) {
      const piece = bytes.subarray(start, start + size);
      reused.set(piece);
      yield reused.subarray(0, piece.length);
      reused.fill(0x21);
    }
  }
  return inputFromBytes({ path: 'pieces.jsonl', bytes: bytes.length, chunks });
}

describe('lines of records', () => {
  it('are read with their 1-based numbers, over CRLF and blank lines', async () => {
    const read = await readAll(memoryFile('a.jsonl', '{"a":1}\r\n\r\n   \n{"a":2}\r\n{"a":3}'));
    expect(read.values).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
    expect(read.lines).toEqual([1, 4, 5]);
    expect(read.problems).toEqual([]);
  });

  it('lose a byte order mark, also one in the middle of joined files', async () => {
    const read = await readAll(memoryFile('a.jsonl', '\ufeff{"a":1}\n\ufeff{"a":2}\n'));
    expect(read.values).toEqual([{ a: 1 }, { a: 2 }]);
    expect(read.problems).toEqual([]);
  });

  it('may begin with a record separator, as JSON text sequences do', async () => {
    const read = await readAll(memoryFile('a.jsonl', '\x1e{"a":1}\n\x1e{"a":2}\n'));
    expect(read).toMatchObject({ values: [{ a: 1 }, { a: 2 }], problems: [] });
  });

  it('that hold no record are reported with their line and left out', async () => {
    const read = await readAll(memoryFile('a.jsonl', '{"a":1}\nnull\n[]\n7\n"text"\ntrue\n{}\n[{"b":1}]\n'));
    expect(read.values).toEqual([{ a: 1 }, {}, [{ b: 1 }]]);
    expect(read.problems).toEqual([2, 3, 4, 5, 6].map((line) => `INPUT_NOT_A_RECORD:${line}`));
  });

  it('that are cut at the end of a live file are reported at their line', async () => {
    const read = await readAll(memoryFile('a.jsonl', '{"a":1}\n{"b":"unfin'));
    expect(read.values).toEqual([{ a: 1 }]);
    expect(read.problems).toEqual(['INPUT_BAD_JSON:2']);
  });

  it('with broken bytes are kept with U+FFFD, and the file is reported once, at the first', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":"ü"}\n{"b":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}\n{"c":"'),
    ]);
    const read = await readAll(memoryFile('a.jsonl', Buffer.concat([bytes, Buffer.from([0xc3]), Buffer.from('"}\n')])));
    expect(read.values).toEqual([{ a: 'ü' }, { b: '\ufffd\ufffd' }, { c: '\ufffd' }]);
    expect(read.problems).toEqual(['INPUT_INVALID_UTF8:2']);
  });

  it('keep the digits of long integers, and fractions as numbers', async () => {
    const read = await readAll(
      memoryFile('a.jsonl', '{"t":1700000000000000001,"x":1.5,"s":" 1700000000000000001,"}\n'),
    );
    expect(read.values).toEqual([{ t: '1700000000000000001', x: 1.5, s: ' 1700000000000000001,' }]);
  });

  it('that nest too deep are reported; the next is read', async () => {
    const bomb = '['.repeat(200_000) + ']'.repeat(200_000);
    const objects = `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`;
    const fits = `${'{"a":'.repeat(64)}1${'}'.repeat(64)}`;
    const read = await readAll(
      memoryFile('a.jsonl', `${bomb}\n${objects}\n${fits}\n{"b":1}\n${'['.repeat(200_000)}\n`),
    );
    expect(read.lines).toEqual([3, 4]);
    expect(read.problems).toEqual(['INPUT_TOO_DEEP:1', 'INPUT_TOO_DEEP:2', 'INPUT_BAD_JSON:5']);
  });

  it('that nest too deep in a very long text are refused before they are parsed', async () => {
    const read = await readAll(memoryFile('a.jsonl', `${'{"a":['.repeat(1_000_000)}\n{"b":1}\n`));
    expect(read.values).toEqual([{ b: 1 }]);
    expect(read.problems).toEqual(['INPUT_TOO_DEEP:1']);
  });

  it('over the limit are left out with their length, however they fall into chunks', async () => {
    const bytes = Buffer.from(`{"a":1}\n{"b":"${'x'.repeat(100)}"}\n{"c":1}\n`);
    const limits = { ...INPUT_LIMITS, line: 50 };
    for (const size of [7, 64, 1000]) {
      const { chunks } = { chunks: () => inPiecesOf(bytes, size) };
      const read = await readAll(inputFromBytes({ path: 'a.jsonl', bytes: bytes.length, chunks }, limits));
      expect(read.values).toEqual([{ a: 1 }, { c: 1 }]);
      expect(read.problems).toEqual(['INPUT_LINE_TOO_LONG:2']);
    }
  });

  it('take keys like __proto__ as data', async () => {
    const read = await readAll(memoryFile('a.jsonl', '{"__proto__":{"polluted":1},"constructor":2}\n'));
    expect(Object.keys(read.values[0] as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('values over several lines', () => {
  it('that follow each other are read one by one, with the line where each begins', async () => {
    const text = `${JSON.stringify({ a: [1, { b: 2 }] }, null, 2)}\n${JSON.stringify({ c: 3 }, null, 2)}\n`;
    const read = await readAll(memoryFile('a.json', text));
    expect(read.values).toEqual([{ a: [1, { b: 2 }] }, { c: 3 }]);
    expect(read.lines).toEqual([1, 9]);
    expect(read.problems).toEqual([]);
  });

  it('survive a broken neighbour', async () => {
    const read = await readAll(memoryFile('a.json', '{\n "a": 1,\n{\n "b": 2\n}\n{\n "c": 3\n}\n'));
    expect(read.values).toEqual([{ b: 2 }, { c: 3 }]);
    expect(read.problems).toHaveLength(1);
  });

  it('are not mistaken for lines after one broken line', async () => {
    const read = await readAll(memoryFile('a.jsonl', '{"a":\n{"b":1}\n{"c":1}\n'));
    expect(read.values).toEqual([{ b: 1 }, { c: 1 }]);
    expect(read.problems).toEqual(['INPUT_BAD_JSON:1']);
  });
});

describe('any bytes', () => {
  const record = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });

  it('give the same records in whatever chunks they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 8 }), fc.integer({ min: 1, max: 40 }), async (records, size) => {
        const bytes = Buffer.from(records.map((value) => `${JSON.stringify(value)}\n`).join(''));
        const inChunks = await readAll(inPieces(bytes, size));
        expect(inChunks.values).toEqual(records.map((value) => JSON.parse(quoteLongIntegers(JSON.stringify(value)))));
        expect(inChunks.problems).toEqual([]);
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('cut anywhere give the complete lines before the cut, and at most one problem', async () => {
    const bytes = Buffer.from('{"a":"ü€😀"}\r\n\n{"b":[1,{"c":null}]}\n{"t":1700000000000000001}\n');
    const whole = await readAll(memoryFile('a.jsonl', bytes));
    for (let cut = 0; cut <= bytes.length; cut++) {
      const read = await readAll(memoryFile('a.jsonl', bytes.subarray(0, cut)));
      expect(read.values).toEqual(whole.values.slice(0, read.values.length));
      const complete = bytes.subarray(0, cut).toString('latin1').split('\n').slice(0, -1);
      expect(read.values.length).toBeGreaterThanOrEqual(complete.filter((line) => line.trim()).length);
      expect(read.problems.filter((code) => !code.startsWith('INPUT_INVALID_UTF8')).length).toBeLessThanOrEqual(1);
    }
  });

  it('never throw', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 100 }).map((tail) => Buffer.concat([Buffer.from('{"a":1}\n{'), tail])),
      fc.uint8Array({ maxLength: 100 }).map((tail) => Buffer.concat([gzipSync('{"a":1}\n'), tail])),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 60 }), async (content, size) => {
        const file = inPieces(content, size);
        await readAll(file);
        await file.document(() => {});
        makeOpening('a', await file.head());
      }),
      { numRuns: 150, seed: 11 },
    );
  });
});

it('a line over many chunks is read whole', async () => {
  const long = 'x'.repeat(1e6);
  const read = await readAll(inPieces(Buffer.from(`{"a":"${long}"}\n{"b":1}\n`), 64 * 1024));
  expect(read).toEqual({ values: [{ a: long }, { b: 1 }], lines: [1, 2], problems: [] });
});

async function* inPiecesOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
