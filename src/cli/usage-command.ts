import { collect } from './option-values.ts';
import type { SetUpCommand } from './program.ts';

/** Flags of `usage`. */
export interface UsageFlags {
  readonly source?: string;
  readonly config?: string;
  readonly filter: readonly string[];
  readonly json?: boolean;
}

/** `muster usage PATH...`. */
export const setUpUsage: SetUpCommand = (command, terminal, exit) => {
  command
    .argument('<paths...>', 'files, folders, quoted globs, or - for standard input')
    .option('--config <file>', 'configuration with prices and what to redact (default: as for `muster grade`)')
    .option('--source <name>', 'read every file as this format (see `muster sources`)')
    .option('--filter <key=glob>', 'only traces that match: session, trace, agent; repeatable', collect, [])
    .option('--json', 'print the ledger as JSON')
    .addHelpText(
      'after',
      `
Own tokens are those of an agent's own model calls. Inclusive tokens add the agents that it issued:
they are not to be summed over agents. "at least" and ≥ mark a known subtotal.
The cost is what the recording reports, else tokens at the price of the model: from muster.prices,
then from a bundled table. A model without a price is unknown, never free.

Examples:
  $ muster usage run.jsonl
  $ muster usage ~/.claude/projects/my-project --filter 'agent=Explore'
  $ muster usage traces/ --json`,
    );
  command.action(async (paths: string[], flags: UsageFlags) => {
    const { runUsage } = await import('./usage.ts');
    exit(await runUsage(paths, flags, terminal));
  });
};
