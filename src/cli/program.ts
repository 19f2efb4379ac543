import { Command, Help, type Option } from 'commander';
import { COMMANDS } from './commands.ts';
import { packageVersion } from './package-version.ts';
import { printable } from './printable.ts';
import { HELP_FLAG, programPage, VERSION_FLAG } from './program-page.ts';
import type { Terminal } from './terminal.ts';

/** Gives a command its arguments, flags, examples and work. The work is imported when it runs. */
export type SetUpCommand = (command: Command, terminal: Terminal, exit: (code: number) => void) => void;

/** The command line. A command knows its name and summary at first, and the rest once it is chosen. */
export function makeProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('muster')
    .version(packageVersion(), ...VERSION_FLAG)
    .helpOption(...HELP_FLAG)
    .configureHelp({ formatHelp: () => programPage(terminal.width) })
    .showSuggestionAfterError(true)
    .showHelpAfterError('(see `muster --help`)')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: (text) => terminal.err(printable(text)),
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
    });
  for (const { name, summary } of COMMANDS)
    program
      .command(name)
      .description(summary)
      .helpOption('-h, --help', 'print this page')
      .configureHelp({ optionDescription })
      .showHelpAfterError(`(see \`muster ${name} --help\`)`);
  program.hook('preSubcommand', async (_, command) => {
    const setUp = await COMMANDS.find(({ name }) => name === command.name())?.load();
    setUp?.(command, terminal, exit);
  });
  return program;
}

/** An option that may be repeated has none at first, which goes without saying. */
function optionDescription(option: Option): string {
  return new Help().optionDescription(option).replace(/ ?\(default: \[\]\)$/, '');
}
