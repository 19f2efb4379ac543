import { CommanderError } from 'commander';
import { isFailure } from '../problems/is-failure.ts';
import { nearNames } from '../problems/near-names.ts';
import { EXIT } from '../verdicts/exit-code.ts';
import { printable } from './printable.ts';
import { makeProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Runs one command line and gives back its exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = makeProgram(terminal, (exit) => {
    code = exit;
  });
  const commands = new Set([...program.commands.map((command) => command.name()), 'help']);
  try {
    await program.parseAsync(withDefaultCommand(args, commands), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.impossible;
    if (isFailure(error)) {
      terminal.err(
        `muster: ${printable(error.message)}\n  ${printable(error.hint)}\n${commandHint(args, error.code, commands)}`,
      );
      return EXIT.impossible;
    }
    terminal.err(
      `muster: this is a bug of muster, please report it\n${printable(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
    return EXIT.bug;
  }
}

const GLOBAL = new Set(['--help', '-h', '--version', '-V']);

/**
 * `muster PATH` is `muster grade PATH`: what names no command is an argument of `grade`. So is all behind `--`, and
 * a path such as `./show`. Without any argument, help is what is meant.
 */
function withDefaultCommand(args: readonly string[], commands: ReadonlySet<string>): readonly string[] {
  const first = args.find((arg) => !arg.startsWith('-') || arg === '-' || arg === '--');
  if (args.length === 0) return ['--help'];
  if (first === undefined) return args.some((arg) => GLOBAL.has(arg)) ? args : ['grade', ...args];
  return commands.has(first) ? args : ['grade', ...args];
}

/** What to say of a path that does not exist and may be a misspelt command. */
function commandHint(args: readonly string[], code: string, commands: ReadonlySet<string>): string {
  const [first] = args;
  if (code !== 'INPUT_NOT_FOUND' || first === undefined || commands.has(first)) return '';
  const [near] = nearNames(first, commands);
  return near === undefined ? '' : `  or did you mean the command \`muster ${near}\`?\n`;
}
