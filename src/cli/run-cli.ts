import { CommanderError } from 'commander';
import { isFailure } from '../problems/is-failure.ts';
import { makeProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

const IMPOSSIBLE = 2;
const BUG = 70;

/** Runs one command line and gives back its exit code. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = makeProgram(terminal, (exit) => {
    code = exit;
  });
  try {
    await program.parseAsync(
      withDefaultCommand(
        args,
        program.commands.map((command) => command.name()),
      ),
      { from: 'user' },
    );
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : IMPOSSIBLE;
    if (isFailure(error)) {
      terminal.err(`muster: ${printable(error.message)}\n  ${printable(error.hint)}\n`);
      return IMPOSSIBLE;
    }
    terminal.err(
      `muster: this is a bug of muster, please report it\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return BUG;
  }
}

/** `muster PATH` is `muster grade PATH`: an argument that names no command is one of `grade`. */
function withDefaultCommand(args: readonly string[], commands: readonly string[]): readonly string[] {
  const first = args.find((arg) => !arg.startsWith('-') || arg === '-');
  if (
    args.length === 0 ||
    args.some((arg) => arg === '--help' || arg === '-h' || arg === '--version' || arg === '-V')
  ) {
    return first !== undefined && !commands.includes(first) && first !== 'help' ? ['grade', ...args] : args;
  }
  if (first !== undefined && (commands.includes(first) || first === 'help')) return args;
  return ['grade', ...args];
}

/** Control characters of a file name or value must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
