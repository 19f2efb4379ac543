import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/problems/problem.ts';
import { discoverInputs } from '../../src/sources/input/discover.ts';
import { memoryFile } from '../../src/sources/input/memory-file.ts';
import { openFile } from '../../src/sources/input/open-file.ts';
import { makeOpening } from '../../src/sources/input/opening.ts';
import { readInputs } from '../../src/sources/input/read-inputs.ts';

const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const isHere = existsSync(CORPUS);
if (!isHere) console.warn(`no corpus at ${CORPUS}: the tests over real recordings are skipped`);

const LONG = 'claude-code/spotter/258c7280-ae70-4798-800f-63464d01a85d.jsonl';

describe.skipIf(!isHere)('files that others recorded', () => {
  test('are told apart by their shape, and read without a problem in that shape', async () => {
    const { files } = await discoverInputs(['.'], CORPUS, (found) => expect(found).toBeUndefined());
    const shapes = { document: 0, lines: 0, other: 0 };
    const problems: Problem[] = [];
    for (const { absolutePath, path } of files) {
      const file = await openFile(absolutePath, path);
      const head = await file.head();
      if (head.problem) {
        problems.push(head.problem);
        continue;
      }
      const opening = makeOpening(path, head);
      shapes[opening.shape]++;
      let records = 0;
      if (opening.shape === 'document')
        expect(await file.document((found) => problems.push(found)), path).toBeTypeOf('object');
      if (opening.shape === 'lines') for await (const _ of file.lines((found) => problems.push(found))) records++;
      if (opening.shape === 'lines') expect(records, path).toBeGreaterThan(1);
    }
    expect(shapes.document).toBeGreaterThan(100);
    expect(shapes.lines).toBeGreaterThan(25);
    expect(problems.filter(({ code }) => code === 'INPUT_BINARY').map(({ at }) => at?.file)).toEqual([
      'inspect/log_message_deduplication.eval',
      'inspect/scout_security-guide.eval',
      'inspect/scout_websearch.eval',
    ]);
    // Two lines of this file hold a text and a number, as its authors meant them to.
    expect(problems.filter(({ code }) => code !== 'INPUT_BINARY').map(({ code, at }) => [code, at])).toEqual([
      ['INPUT_NOT_A_RECORD', { file: 'claude-code/daaain_edge_cases.jsonl', line: 13 }],
      ['INPUT_NOT_A_RECORD', { file: 'claude-code/daaain_edge_cases.jsonl', line: 15 }],
    ]);
  });

  test('keep every line, plain or compressed, and say which bytes they were', async () => {
    const bytes = readFileSync(CORPUS + LONG);
    const expected = bytes.toString('utf8').split('\n').filter(Boolean).length;
    const plain = await openFile(CORPUS + LONG, LONG);
    for (const file of [plain, memoryFile('a.gz', gzipSync(bytes))]) {
      let count = 0;
      for await (const { line } of file.lines((found) => expect(found).toBeUndefined())) expect(line).toBe(++count);
      expect(count).toBe(expected);
    }
    expect(await plain.digest()).toBe('b9bb24d8ba3478190db5763184146bf8fbf6b641476ed51269fb5f342ec59b35');
  });

  test('cut anywhere lose at most the record of the cut', async () => {
    const bytes = readFileSync(`${CORPUS}claude-code/spotter/tool_heavy.jsonl`);
    for (let cut = 0; cut < 100; cut++) {
      const part = bytes.subarray(0, Math.floor((bytes.length * (cut + 0.5)) / 100));
      const complete = part.toString('latin1').split('\n').length - 1;
      const problems: Problem[] = [];
      let count = 0;
      for await (const _ of memoryFile('cut.jsonl', part).lines((found) => problems.push(found))) count++;
      expect(count).toBeGreaterThanOrEqual(complete);
      const badJson = problems.filter(({ code }) => code === 'INPUT_BAD_JSON');
      expect(badJson.length + count).toBe(complete + 1);
    }
  });

  test('are all accounted for', async () => {
    const problems: Problem[] = [];
    const reading = readInputs({ paths: ['.'], cwd: CORPUS, report: (found) => problems.push(found) });
    let records = 0;
    for await (const _ of reading.records) records++;
    const { files } = reading.summary();
    expect(records).toBeGreaterThan(0);
    expect(files.filter(({ status, sha256 }) => status === 'read' && !sha256)).toEqual([]);
    expect(files.filter(({ because }) => because === '')).toEqual([]);
    const { files: found } = await discoverInputs(['.'], CORPUS, () => {});
    expect(files.map(({ path }) => path)).toEqual(found.map(({ path }) => path));
  });
});
