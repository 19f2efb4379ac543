import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { field } from '../../model/json.ts';
import type { ModelRecord } from '../../model/trace.ts';
import { isFailure } from '../../problems/is-failure.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { defineSource, type Source } from '../define-source.ts';
import { openFile } from './open-file.ts';
import { type ReadInputsOptions, readInputs } from './read-inputs.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-test-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** A format of lines `{"NAME": "id"}`; each record names a session. `passes` reads its files more than once. */
function keyed(name: string, passes = 1): Source {
  return defineSource({
    name,
    title: name,
    summary: '',
    runUnit: 'trace',
    frameworkTools: [],
    detect: ({ records }) =>
      records.some((record) => field(record, name) !== undefined)
        ? { confidence: 'definite', because: `it has the key ${name}` }
        : undefined,
    async *read(files, { report }): AsyncGenerator<ModelRecord> {
      for (let pass = 1; pass <= passes; pass++)
        for (const file of files)
          for await (const { value } of file.lines(report))
            if (pass === passes) yield { type: 'trace', traceId: `${name} ${field(value, name)}` };
    },
  });
}

async function read(paths: string[], more: Partial<ReadInputsOptions> = {}) {
  const problems: Problem[] = [];
  const reading = readInputs({
    paths,
    cwd: root,
    report: (found) => problems.push(found),
    sources: [keyed('one', 2), keyed('two')],
    ...more,
  });
  const ids: string[] = [];
  for await (const { record } of reading.records) if (record.type === 'trace') ids.push(record.traceId);
  const told = problems.map(({ code, at }) => `${code} ${at?.file}${at?.line ? `:${at.line}` : ''}`);
  return { ids, told, ...reading.summary() };
}

describe('reading', () => {
  it('gives each file to the source that recognises it, and says why, with size and digest', async () => {
    const content = '{"one":1}\n{"one":2}\n';
    put('a.jsonl', content);
    put('deep/b.jsonl.gz', gzipSync('{"two":3}\n'));
    const { ids, told, files } = await read(['.']);
    expect(ids).toEqual(['one 1', 'one 2', 'two 3']);
    expect(told).toEqual([]);
    expect(files).toMatchObject([
      { path: 'a.jsonl', status: 'read', source: 'one', because: 'it has the key one', bytes: content.length },
      { path: 'deep/b.jsonl.gz', status: 'read', source: 'two' },
    ]);
    expect(files[0]?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('reports what is odd about a file once, though its source reads it twice', async () => {
    put('a.jsonl', '{"one":1}\nnull\n{"one"');
    expect((await read(['a.jsonl'])).told).toEqual(['INPUT_NOT_A_RECORD a.jsonl:2', 'INPUT_BAD_JSON a.jsonl:3']);
  });

  it('accounts for every file: some by a problem, settings in folders quietly', async () => {
    put('in/a.jsonl', '{"one":1}\n');
    put('in/empty.jsonl', '');
    put('in/empty.log', ' \n');
    put('in/image.log', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
    put('in/log.eval', 'PK\x03\x04');
    put('in/package.json', '{"name":"x","version":"1","scripts":{}}');
    put('in/readme.txt', 'hello');
    put('in/readme.md', 'hello');
    put('in/spans.json', '{"spans":[]}');
    put('in/rows.jsonl', '{"id":1}\n{"id":2}\n');
    const { told, files, leftOut } = await read(['in']);
    expect(told).toEqual([
      'INPUT_EMPTY in/empty.jsonl',
      'INPUT_BINARY in/log.eval',
      'INPUT_UNKNOWN_FORMAT in/rows.jsonl',
      'INPUT_UNKNOWN_FORMAT in/spans.json',
    ]);
    expect(files.map(({ path, status }) => `${path} ${status}`)).toEqual([
      'in/a.jsonl read',
      'in/empty.jsonl empty',
      'in/empty.log empty',
      'in/image.log unreadable',
      'in/log.eval unreadable',
      'in/package.json unrecognised',
      'in/readme.txt unrecognised',
      'in/rows.jsonl unrecognised',
      'in/spans.json unrecognised',
    ]);
    expect(leftOut).toBe(1);
  });

  it('reports every file that was named and cannot be read', async () => {
    put('package.json', '{"name":"x"}');
    put('empty.log', '');
    put('image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]));
    const { told, ids } = await read(['package.json', 'empty.log', 'image.png']);
    expect(ids).toEqual([]);
    expect(told).toEqual(['INPUT_EMPTY empty.log', 'INPUT_BINARY image.png', 'INPUT_UNKNOWN_FORMAT package.json']);
  });

  it('takes standard input, and a source may read it twice', async () => {
    async function* stdin(): AsyncGenerator<string> {
      yield '{"one":';
      yield '1}\n';
    }
    const { ids, files } = await read(['-'], { stdin });
    expect(ids).toEqual(['one 1']);
    expect(files).toMatchObject([{ path: '-', bytes: 10, source: 'one' }]);
  });

  it('uses the source that was named, for what was named and for JSON in folders', async () => {
    put('in/a.jsonl', '{"one":1}\n');
    put('in/readme.txt', 'hello');
    const { ids, files } = await read(['in'], { source: 'two' });
    expect(ids).toEqual(['two undefined']);
    expect(files.map(({ status, because }) => `${status}: ${because}`)).toEqual([
      'read: named with --source',
      'unrecognised: it does not begin like JSON',
    ]);
  });

  it('refuses an unknown source before any file is looked at', async () => {
    const failure = await read(['missing'], { source: 'tow' }).catch((error: unknown) => error);
    expect(isFailure(failure) && failure.message).toBe("no source 'tow'. Did you mean two?");
  });

  it('gives nothing for a folder without recordings', async () => {
    put('in/readme.md', 'hello');
    expect(await read(['in'])).toEqual({ ids: [], told: [], files: [], leftOut: 1 });
  });

  it('removes what it spooled when the reader stops early or a problem throws', async () => {
    const temporary = process.env.TMPDIR;
    mkdirSync(join(root, 'tmp'));
    process.env.TMPDIR = join(root, 'tmp');
    try {
      async function* stdin(): AsyncGenerator<string> {
        yield '{"one":1}\nnull\n{"one":2}\n';
      }
      const report = (found: Problem): void => {
        throw new Error(found.code);
      };
      await expect(read(['-'], { report, stdin })).rejects.toThrow('INPUT_NOT_A_RECORD');
      expect(readdirSync(join(root, 'tmp'))).toEqual([]);
      const reading = readInputs({ paths: ['-'], cwd: root, report: () => {}, sources: [keyed('one')], stdin });
      for await (const { record } of reading.records) {
        expect(record.type).toBe('trace');
        expect(readdirSync(join(root, 'tmp'))).toHaveLength(1);
        break;
      }
      expect(readdirSync(join(root, 'tmp'))).toEqual([]);
    } finally {
      if (temporary === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = temporary;
    }
  });
});

describe('a file', () => {
  it('longer than the buffer is read whole, across characters that fall on its edge', async () => {
    const line = `${JSON.stringify({ text: 'ü€😀'.repeat(50_000) })}\n`;
    put('big.jsonl', line.repeat(15));
    const file = await openFile(join(root, 'big.jsonl'), 'big.jsonl');
    const lines: number[] = [];
    for await (const { line: number, value } of file.lines((found) => expect(found).toBeUndefined())) {
      expect(field(value, 'text')).toHaveLength(200_000);
      lines.push(number);
    }
    expect(lines).toHaveLength(15);
    expect(await file.digest()).toBe(createHash('sha256').update(line.repeat(15)).digest('hex'));
  });

  it('that the operating system refuses is reported, not thrown', async () => {
    mkdirSync(join(root, 'folder.json'));
    const file = await openFile(join(root, 'folder.json'), 'folder.json');
    const problems: Problem[] = [];
    expect(await file.document((found) => problems.push(found))).toBeUndefined();
    expect(problems).toEqual([
      problem('INPUT_UNREADABLE', { reason: 'illegal operation on a directory (EISDIR)' }, { file: 'folder.json' }),
    ]);
  });

  it('that does not exist is refused', async () => {
    const failure = await openFile(join(root, 'gone'), 'gone').catch((error: unknown) => error);
    expect(isFailure(failure) && failure.code).toBe('INPUT_NOT_FOUND');
  });
});
