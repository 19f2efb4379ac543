import { describe, expect, it } from 'vitest';
import { lines, makeFolder } from '../../src/testing/make-folder.ts';
import { ACTING_CHARACTERS } from '../../src/testing/report-contract.ts';

const SPAN = { type: 'span', trace_id: 't', span_id: 's', name: 'a', kind: 'AGENT', agent: { name: 'a' } };
const COMMANDS = ['grade', 'show', 'usage', 'convert'] as const;

describe('inputs of which nothing can be read', () => {
  it.each(COMMANDS)('are told one by one with place, code and hint: %s', async (command) => {
    const folder = makeFolder({
      'cut.json': '{\n"resourceSpans": [{"scope',
      'empty.json': '',
      'null.jsonl': 'null\n',
      'bin.json': '\u0000\u0001\u0002\u0003',
    });
    const { code, out, err } = await folder.muster(command, '.');
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('muster: cut.json:2: INPUT_BAD_DOCUMENT: ');
    expect(err).toContain('muster: empty.json: INPUT_EMPTY: ');
    expect(err).toContain('null.jsonl');
    expect(err).toContain('muster: bin.json: INPUT_BINARY: ');
    expect(err).toContain('  give the JSON or JSON-lines export of the recording\n');
    expect(err).toContain("no recorded traces in '.'");
  });

  it('are told wherever a document or a line breaks off', async () => {
    const document = JSON.stringify({ resourceSpans: [{ scopeSpans: [] }] }, null, 1);
    const names = Array.from({ length: document.length }, (_, cut) => `cut-${cut}.json`);
    const files = names.flatMap((name, cut) => [
      [name, document.slice(0, cut)],
      [`${name}l`, document.replaceAll(/\s/g, '').slice(0, cut)],
    ]);
    const folder = makeFolder({ ...Object.fromEntries(files), 'run.jsonl': lines([SPAN]) });
    await folder.muster('grade', '.', '--out', 'out');
    const told = new Set(
      folder
        .read('out/problems.jsonl')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line).at.file),
    );
    expect(names.filter((name) => !told.has(name) || !told.has(`${name}l`))).toEqual([]);
  });

  it('are counted where they are many', async () => {
    const names = Array.from({ length: 30 }, (_, index) => [`f${index}.json`, '']);
    const { err } = await makeFolder(Object.fromEntries(names)).muster('show', '.');
    expect(err.match(/INPUT_EMPTY/g)).toHaveLength(20);
    expect(err).toContain('and 10 more problems');
  });
});

it.each(['usage', 'convert'] as const)('%s says what it left out of a file that it could read', async (command) => {
  const folder = makeFolder({ 'run.jsonl': `${lines([SPAN])}null\n{"type":\n` });
  const { code, out, err } = await folder.muster(command, 'run.jsonl');
  expect(code).toBe(0);
  expect(out).not.toBe('');
  expect(err).toMatch(/run\.jsonl:2: INPUT_NOT_A_RECORD: .*\n {2}check that/);
  expect(err).toContain('run.jsonl:3: INPUT_BAD_JSON: ');
});

describe('hostile names in the request', () => {
  const HOSTILE = '\u001b]0;x\u0007\n::error::x\u202e ##[group]';
  it.each([
    [HOSTILE],
    ['grade', HOSTILE],
    ['show', '.', '--filter', HOSTILE],
    ['grade', '.', '--filter', HOSTILE],
    ['grade', '.', '--source', HOSTILE],
    ['grade', '.', '--metrics', HOSTILE],
    ['grade', '.', '--set', HOSTILE],
    ['grade', '.', '--fail-below', HOSTILE],
    ['grade', '.', '--format', HOSTILE],
    ['grade', '.', '--config', HOSTILE],
    ['grade', '.', '--cases', HOSTILE],
    ['grade', '.', '--limit', HOSTILE],
    ['grade', '.', `--${HOSTILE}`],
    ['explain', HOSTILE],
    ['schema', HOSTILE],
    ['metric', 'show', HOSTILE],
    ['metric', 'check', HOSTILE],
    ['metric', HOSTILE],
  ])('are shown and do not act: %j', async (...args) => {
    const { code, out, err } = await makeFolder({ 'run.jsonl': lines([SPAN]) }).muster(...args);
    expect(code).toBe(2);
    expect((out + err).replaceAll('\n', '')).not.toMatch(ACTING_CHARACTERS);
    expect(out + err).not.toMatch(/^\s*::/m);
    expect(out + err).not.toMatch(/##\w*\[/);
  });

  it('are shown and do not act where a file in a folder bears them', async () => {
    const folder = makeFolder({ '\u001b[2J\n::error::x.jsonl': `${lines([SPAN])}null\n`, 'b\u202e.json': '{' });
    for (const command of COMMANDS) {
      const { out, err } = await folder.muster(command, '.');
      const shown = command === 'convert' ? err : out + err;
      expect(shown.replaceAll('\n', '')).not.toMatch(ACTING_CHARACTERS);
      expect(shown).not.toMatch(/^\s*::/m);
    }
  });
});
