import { COMMAND_GROUPS } from './commands.ts';
import { folded } from './folded.ts';

/** Flags of the program itself, as help shows them. */
export const HELP_FLAG = ['-h, --help', 'print this page; behind a command, the page of that command'] as const;
export const VERSION_FLAG = ['-V, --version', 'print the version'] as const;

const LEAST_ROOM = 20;

/**
 * The page of `muster --help`. It is made without the parser of command lines, which takes longer to load than the rest
 * of this takes altogether.
 */
export function programPage(width: number): string {
  const sections = COMMAND_GROUPS.map(
    ([heading, commands]) => [heading, commands.map(({ name, summary }) => [name, summary] as const)] as const,
  );
  return `Usage: muster PATH...
       muster COMMAND

Evaluates AI agents and their subagents from recorded traces.

${[...sections, ['Options', [HELP_FLAG, VERSION_FLAG]] as const].map(([heading, rows]) => section(heading, rows, width)).join('\n')}
Examples:
  $ muster ~/.claude/projects/my-project        grade recorded sessions
  $ muster traces/*.jsonl --fail-below agent.subagent_validity=0.95
  $ muster show traces/run.jsonl                the tree of agents as a person reads it
  $ muster init                                 write a configuration and a CI file
  $ muster grade --help                         every option of a command, with examples

Exit codes: 0 done, every gate held; 1 a gate failed; 2 the request or its input is impossible;
3 the evidence cannot support the verdict; 70 a bug; 130 interrupted, what was done is written.
`;
}

function section(heading: string, rows: readonly (readonly [string, string])[], width: number): string {
  const column = Math.max(...rows.map(([name]) => name.length)) + 4;
  const lines = rows.flatMap(([name, text]) =>
    folded(text, Math.max(LEAST_ROOM, width - column)).map(
      (line, index) => `${(index === 0 ? `  ${name}` : '').padEnd(column)}${line}\n`,
    ),
  );
  return `${heading}:\n${lines.join('')}`;
}
