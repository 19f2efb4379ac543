import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFailure } from '../../problems/is-failure.ts';
import type { Problem } from '../../problems/problem.ts';
import { type Discovery, discoverInputs } from './discover.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-test-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '{}\n');
  }
}

async function find(paths: string[], stdin?: string): Promise<{ found: Discovery; shown: string[]; codes: string[] }> {
  const problems: Problem[] = [];
  async function* stream(): AsyncGenerator<string> {
    yield stdin ?? '';
  }
  const found = await discoverInputs(paths, root, (problem) => problems.push(problem), stream);
  const codes = problems.map(({ code, at }) => `${code} ${at?.file}`);
  return { found, shown: found.files.map(({ path, isNamed }) => (isNamed ? `${path}!` : path)), codes };
}

async function failureOf(paths: string[]): Promise<string> {
  const error = await find(paths).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return isFailure(error) ? `${error.code}: ${error.message}` : String(error);
}

describe('a folder', () => {
  it('is walked in depth, in order, past what holds no recordings', async () => {
    put('runs/b.jsonl', 'runs/a/x.json', 'runs/a/y.ndjson.gz', 'runs/plain', 'runs/notes.md', 'runs/.hidden.json');
    put('runs/node_modules/p/package.json', 'runs/.git/HEAD', 'runs/.muster/r/run.json');
    const { found, shown } = await find(['runs']);
    expect(shown).toEqual(['runs/a/x.json', 'runs/a/y.ndjson.gz', 'runs/b.jsonl', 'runs/plain']);
    expect(found.leftOut).toBe(2);
  });

  it('that a run was written to is left out', async () => {
    put('out/run.json', 'out/outcomes.jsonl', 'out/problems.jsonl', 'a.json');
    const { found, shown } = await find(['.']);
    expect(shown).toEqual(['a.json']);
    expect(found.leftOut).toBe(3);
  });

  it('outside the working directory is shown relative to it', async () => {
    put('inner/.keep', 'other/a.json');
    const problems: Problem[] = [];
    const found = await discoverInputs([join(root, 'other')], join(root, 'inner'), (problem) => problems.push(problem));
    expect(found.files.map(({ path }) => path)).toEqual(['../other/a.json']);
  });
});

describe('links', () => {
  it('that lead back are reported and end there', async () => {
    put('runs/a/x.json');
    symlinkSync(join(root, 'runs'), join(root, 'runs/a/up'));
    symlinkSync('/', join(root, 'runs/everything'));
    symlinkSync('self', join(root, 'runs/self'));
    const { shown, codes } = await find(['runs']);
    expect(shown).toEqual(['runs/a/x.json']);
    expect(codes.sort()).toEqual(
      ['runs/a/up', 'runs/everything', 'runs/self'].map((path) => `INPUT_SYMLINK_LOOP ${path}`),
    );
  });

  it('to files and folders are followed, and each target is read once under its own path', async () => {
    put('runs/z/x.json', 'elsewhere/y.json');
    symlinkSync(join(root, 'runs/z'), join(root, 'runs/again'));
    symlinkSync(join(root, 'runs/z/x.json'), join(root, 'runs/copy.json'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'runs/out'));
    const { shown, codes } = await find(['runs']);
    expect(shown).toEqual(['runs/out/y.json', 'runs/z/x.json']);
    expect(codes).toEqual([]);
  });

  it('that lead nowhere are reported', async () => {
    put('runs/x.json');
    symlinkSync('gone.json', join(root, 'runs/broken.json'));
    const { shown, codes } = await find(['runs']);
    expect(shown).toEqual(['runs/x.json']);
    expect(codes).toEqual(['INPUT_UNREADABLE runs/broken.json']);
  });
});

describe('paths', () => {
  it('to files are taken whatever their name, and once', async () => {
    put('notes.md', 'runs/a.json');
    const { shown } = await find(['notes.md', './runs/../notes.md', 'runs', 'runs/a.json', join(root, 'runs')]);
    expect(shown).toEqual(['notes.md!', 'runs/a.json!']);
  });

  it('with glob characters are expanded, unless a file has that very name', async () => {
    put('runs/a.json', 'runs/b/c.json', 'runs/d.md', 'odd[1].json');
    expect((await find(['runs/**/*.json'])).shown).toEqual(['runs/a.json!', 'runs/b/c.json!']);
    expect((await find(['odd[1].json'])).shown).toEqual(['odd[1].json!']);
    expect((await find(['ru*'])).shown).toEqual(['runs/a.json', 'runs/b/c.json']);
  });

  it('that do not exist are refused with the nearest names', async () => {
    put('session.jsonl');
    expect(await failureOf(['sesion.jsonl'])).toBe(
      "INPUT_NOT_FOUND: no file or folder 'sesion.jsonl'. Did you mean session.jsonl?",
    );
    expect(await failureOf(['*.nothing'])).toContain('INPUT_NOT_FOUND');
    expect(await failureOf(['session.jsonl/inner'])).toContain('INPUT_NOT_FOUND');
  });
});

describe('standard input', () => {
  it('is kept in a private file until it is closed', async () => {
    const { found, shown } = await find(['-'], '{"a":1}\n');
    expect(shown).toEqual(['-!']);
    const path = found.files[0]?.absolutePath ?? '';
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await found.close();
    expect(() => statSync(dirname(path))).toThrow('ENOENT');
  });

  it('may be a named pipe, as the shell makes for <(…)', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const writer = import('node:fs/promises').then(({ writeFile }) => writeFile(join(root, 'pipe'), '{"a":1}\n'));
    const { found, shown } = await find(['pipe']);
    await writer;
    expect(shown).toEqual(['pipe!']);
    expect(readFileSync(found.files[0]?.absolutePath ?? '', 'utf8')).toBe('{"a":1}\n');
    await found.close();
  });
});
