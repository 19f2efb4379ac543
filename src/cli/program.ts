import { Command } from 'commander';
import { addConvertCommand } from './convert-command.ts';
import { addExplainCommand } from './explain-command.ts';
import { addGradeCommand } from './grade-command.ts';
import { addInitCommand } from './init-command.ts';
import { addMetricCommand } from './metric-command.ts';
import { packageVersion } from './package-version.ts';
import { printable } from './printable.ts';
import { addSchemaCommand } from './schema-command.ts';
import { addShowCommand } from './show-command.ts';
import { addSourcesCommand } from './sources-command.ts';
import type { Terminal } from './terminal.ts';
import { addUsageCommand } from './usage-command.ts';

/** Adds a command to the program. Its work is imported when it runs. */
export type AddCommand = (program: Command, terminal: Terminal, exit: (code: number) => void) => void;

/** Commands as help shows them. */
const GROUPS: readonly (readonly [heading: string, commands: readonly AddCommand[]])[] = [
  ['Look:', [addGradeCommand, addShowCommand, addUsageCommand, addConvertCommand, addSourcesCommand, addSchemaCommand]],
  ['Judge and gate:', [addInitCommand, addMetricCommand, addExplainCommand]],
];

/** The command line: every command with its flags and examples. */
export function makeProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command('muster')
    .description('Evaluates AI agents and their subagents from recorded traces.')
    .version(packageVersion(), '-V, --version')
    .usage('PATH... | COMMAND')
    .showSuggestionAfterError(true)
    .showHelpAfterError('(see `muster --help`)')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: (text) => terminal.err(printable(text)),
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
    })
    .addHelpText(
      'after',
      `
Examples:
  $ muster ~/.claude/projects/my-project        grade recorded sessions
  $ muster traces/*.jsonl --fail-below agent.subagent_validity=0.95
  $ muster show traces/run.json                 the tree of agents as a person reads it
  $ muster init                                 write a configuration and a CI file

Exit codes: 0 done, every gate held; 1 a gate failed; 2 the request or its input is impossible;
3 the evidence cannot support the verdict; 70 a bug; 130 interrupted, what was done is written.`,
    );
  for (const [heading, commands] of GROUPS) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, terminal, exit);
  }
  program.commandsGroup('');
  for (const command of program.commands) {
    command
      .exitOverride()
      .copyInheritedSettings(program)
      .showHelpAfterError(`(see \`muster ${command.name()} --help\`)`);
  }
  return program;
}
