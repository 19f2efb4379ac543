import { Option } from 'commander';
import { collect, wholeNumber } from './option-values.ts';
import type { SetUpCommand } from './program.ts';

/** Flags of `show`. */
export interface ShowFlags {
  readonly source?: string;
  readonly filter: readonly string[];
  readonly limit: number;
  readonly content: 'none' | 'redacted' | 'full';
  readonly spans?: boolean;
}

/** `muster show PATH...`. */
export const setUpShow: SetUpCommand = (command, terminal, exit) => {
  command
    .argument('<paths...>', 'files, folders, quoted globs, or - for standard input')
    .option('--source <name>', 'read every file as this format (see `muster sources`)')
    .option('--filter <key=glob>', 'only traces that match: session, trace, agent; repeatable', collect, [])
    .option('--limit <n>', 'traces to print', wholeNumber, 20)
    .option('--spans', 'print every span, not only agents')
    .addOption(
      new Option('--content <mode>', 'what is shown of messages: nothing, all but secrets, or everything')
        .choices(['none', 'redacted', 'full'])
        .default('redacted'),
    )
    .addHelpText(
      'after',
      `
✓ valid, ✗ not valid or never returned, ? not known or not applicable. The place at the end of a
line is where it was recorded.

Examples:
  $ muster show run.jsonl
  $ muster show traces/ --filter 'agent=reply-*'
  $ muster show run.jsonl --spans --content none`,
    );
  command.action(async (paths: string[], flags: ShowFlags) => {
    const { runShow } = await import('./show.ts');
    exit(await runShow(paths, flags, terminal));
  });
};
