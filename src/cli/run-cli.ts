import { programPage } from './program-page.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line and gives back its exit code. Without any argument, help is what is meant. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const [only = '--help'] = args;
  if (args.length <= 1 && ['--help', '-h', 'help'].includes(only)) {
    terminal.out(programPage(terminal.width));
    return 0;
  }
  const { runCommand } = await import('./run-command.ts');
  return runCommand(args, terminal);
}
