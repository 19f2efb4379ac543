import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../testing/make-folder.ts';
import { makeTerminal } from '../testing/make-terminal.ts';
import { runCli } from './run-cli.ts';

it.each([
  [['my.metric'], 'my-metrics/my.metric'],
  [['my.other', '--out', 'my-metrics/my.metric'], 'my-metrics/my.metric'],
  [['usage.tokens'], "'usage.tokens' is the name of another metric"],
  [['Mine'], "'Mine' is no id"],
  [['../../mine.metric'], "'../../mine.metric' is no id"],
  [['constructor'], "'constructor' is no id"],
])('`metric new` writes nothing for %s', async (args, message) => {
  const { path } = makeFolder({ 'my-metrics/my.metric/notes.txt': 'mine' });
  const terminal = makeTerminal(path);
  expect(await runCli(['metric', 'new', ...args], terminal)).toBe(2);
  expect(terminal.errors()).toContain(message);
  expect(existsSync(join(path, 'my-metrics/my.metric/manifest.yaml'))).toBe(false);
});
