import { CommanderError } from 'commander';
import { isFailure } from '../problems/is-failure.ts';
import { didYouMean, nearNames } from '../problems/near-names.ts';
import { EXIT } from '../verdicts/exit-code.ts';
import { COMMANDS } from './commands.ts';
import { printable } from './printable.ts';
import { makeProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command line with at least one argument and gives back its exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = makeProgram(terminal, (exit) => {
    code = exit;
  });
  try {
    await program.parseAsync(await withCommand(args), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.impossible;
    if (isFailure(error)) {
      terminal.err(`muster: ${printable(error.message)}\n  ${printable(error.hint)}\n${commandHint(args, error.code)}`);
      return EXIT.impossible;
    }
    terminal.err(
      `muster: this is a bug of muster, please report it\n${printable(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
    );
    return EXIT.bug;
  }
}

const NAMES: ReadonlySet<string> = new Set(COMMANDS.map(({ name }) => name));
const GLOBAL: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V']);

/**
 * `muster PATH` is `muster grade PATH`: what names no command is an argument of `grade`. So is all behind `--`, and
 * a path such as `./show`. `muster help show` is `muster show --help`. Throws Failure CLI_NOTHING_FOUND.
 */
async function withCommand(args: readonly string[]): Promise<readonly string[]> {
  const [first, ...rest] = args.filter((arg) => !arg.startsWith('-') || arg === '-' || arg === '--');
  if (first === undefined) return args.some((arg) => GLOBAL.has(arg)) ? args : ['grade', ...args];
  if (first === 'help') return [...(await commandToExplain(rest)), '--help'];
  return NAMES.has(first) ? args : ['grade', ...args];
}

async function commandToExplain(words: readonly string[]): Promise<readonly string[]> {
  const [name] = words;
  if (name === undefined || NAMES.has(name)) return words;
  const { Failure } = await import('../problems/failure.ts');
  throw new Failure('CLI_NOTHING_FOUND', {
    reason: `no command '${name}'.${didYouMean(name, NAMES)}`,
    todo: '`muster --help` lists the commands',
  });
}

/** What to say of a path that does not exist and may be a misspelt command. */
function commandHint(args: readonly string[], code: string): string {
  const [first] = args;
  if (code !== 'INPUT_NOT_FOUND' || first === undefined || NAMES.has(first)) return '';
  const [near] = nearNames(first, NAMES);
  return near === undefined ? '' : `  or did you mean the command \`muster ${near}\`?\n`;
}
