import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { REPORTS } from '../reports/registry.ts';
import { lines, makeFolder, TEAM } from '../testing/make-folder.ts';

const names = REPORTS.map(({ name }) => name);

it('reports that are written together are those that are written alone', async () => {
  const folder = makeFolder({ 'run.jsonl': lines(TEAM) });
  const grade = (...formats: readonly string[]) =>
    folder.muster(
      'run.jsonl',
      '--out',
      'out',
      '--outcomes',
      'all',
      '--quiet',
      ...formats.flatMap((each) => ['--format', each]),
    );
  expect((await grade(...names.map((name) => `${name}=together/${name}`))).code).toBe(0);
  for (const name of names) {
    await grade(`${name}=alone/${name}`);
    expect(folder.read(`together/${name}`), name).toBe(folder.read(`alone/${name}`));
  }
});

it('a report that cannot be written keeps no other from being written whole', async () => {
  const folder = makeFolder({ 'run.jsonl': lines(TEAM), 'reports/note': '' });
  const formats = [
    '--format',
    'junit=reports/j.xml',
    '--format',
    'otel=/dev/full',
    '--format',
    'markdown=reports/m.md',
  ];
  const { code, err } = await folder.muster('run.jsonl', '--out', 'out', ...formats);
  if (!existsSync('/dev/full')) return;
  expect([code, err]).toEqual([2, expect.stringContaining('/dev/full')]);
  expect(folder.read('reports/j.xml')).toMatch(/<\/testsuites>\n$/);
  expect(folder.read('reports/m.md')).toMatch(/<\/details>\n$/);
  expect(existsSync(join(folder.path, 'out/run.json'))).toBe(true);
});
