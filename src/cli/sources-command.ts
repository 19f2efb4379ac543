import type { SetUpCommand } from './program.ts';

/** `muster sources`. */
export const setUpSources: SetUpCommand = (command, terminal, exit) => {
  command
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExamples:\n  $ muster sources\n  $ muster grade recording.json --source otlp');
  command.action(async (flags: { json?: boolean }) => {
    const { SOURCES } = await import('../sources/registry.ts');
    const listed = SOURCES.map(({ name, title, summary, runUnit }) => ({ name, title, summary, run_unit: runUnit }));
    if (flags.json) terminal.out(`${JSON.stringify(listed, null, 2)}\n`);
    else
      for (const { name, title, summary } of listed)
        terminal.out(`${name.padEnd(12)} ${title}\n${' '.repeat(13)}${summary}\n`);
    exit(0);
  });
};
