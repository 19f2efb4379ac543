import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REPORTS } from '../reports/registry.ts';
import { makeFolder } from '../testing/make-folder.ts';
import { makeTerminal } from '../testing/make-terminal.ts';
import { COMMANDS } from './commands.ts';
import { makeProgram } from './program.ts';
import { programPage } from './program-page.ts';

const NAMES = COMMANDS.map(({ name }) => name);

/** Modules that a module loads before it does anything: imports that are neither of a type nor at a later time. */
function loadedBy(url: URL, loaded = new Set<string>()): Set<string> {
  for (const [, specifier = ''] of readFileSync(url, 'utf8').matchAll(/^import (?!type )[^;]*?from '([^']+)';$/gm)) {
    if (!specifier.startsWith('.')) loaded.add(specifier);
    else if (!loaded.has(fileURLToPath(new URL(specifier, url)))) {
      loaded.add(fileURLToPath(new URL(specifier, url)));
      loadedBy(new URL(specifier, url), loaded);
    }
  }
  return loaded;
}

describe('the page of the program', () => {
  it('is the one that the parser of the command line shows', async () => {
    const folder = makeFolder();
    const page = programPage(100);
    expect(makeProgram(makeTerminal(folder.path), () => undefined).helpInformation()).toBe(page);
    for (const args of [[], ['--help'], ['-h'], ['help'], ['help', '--help'], ['-h', '-h']])
      expect(await folder.muster(...args)).toEqual({ code: 0, out: page, err: '' });
  });

  it('keeps to the width, whatever it is', () => {
    for (const width of [40, 60, 100, 200])
      for (const line of programPage(width).split('\nOptions:')[0]?.split('\n').slice(5) ?? [])
        expect(line.length).toBeLessThanOrEqual(width);
  });

  it('is there without the parser, any command, or a library', () => {
    const loaded = [...loadedBy(new URL('run-cli.ts', import.meta.url))].map((path) => path.split('/').at(-1));
    expect(loaded.sort()).toEqual(['commands.ts', 'folded.ts', 'program-page.ts']);
  });
});

describe('the page of a command', () => {
  it.each(NAMES)(
    '%s: stands behind both ways to ask for it, with its summary, arguments and examples',
    async (name) => {
      const folder = makeFolder();
      const { code, out, err } = await folder.muster(name, '--help');
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(new RegExp(`^Usage: muster ${name} `));
      const prose = out.split('\nExamples:')[0]?.split('\n') ?? [];
      expect(prose.filter((line) => line.length > 100)).toEqual([]);
      expect(out).toContain(`\nExamples:\n  $ muster ${name}`);
      expect(out.replaceAll('\n', ' ')).toContain(COMMANDS.find((command) => command.name === name)?.summary);
      for (const args of [
        ['help', name],
        [name, '-h'],
      ])
        expect(await folder.muster(...args)).toEqual({ code, out, err });
    },
  );

  it('of metric list is there too', async () => {
    const folder = makeFolder();
    const { out } = await folder.muster('metric', 'list', '--help');
    expect(out).toContain('Usage: muster metric list');
    expect((await folder.muster('help', 'metric', 'list')).out).toBe(out);
    expect((await folder.muster('metric', 'help', 'list')).out).toBe(out);
  });

  it('of grade names every report', async () => {
    const { out } = await makeFolder().muster('grade', '--help');
    const names = /write to a\s+file: ([\w,\s]+);/.exec(out)?.[1] ?? '';
    for (const { name } of REPORTS) expect(names).toContain(name);
  });

  it('of a command that does not exist is refused with near names', async () => {
    const { code, out, err } = await makeFolder().muster('help', 'usge');
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe("muster: no command 'usge'. Did you mean usage?\n  `muster --help` lists the commands\n");
  });
});
