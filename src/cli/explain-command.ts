import type { SetUpCommand } from './program.ts';

/** Flags of `explain`. */
export interface ExplainFlags {
  readonly run?: string;
}

/** `muster explain CODE|REASON|OUTCOME`. */
export const setUpExplain: SetUpCommand = (command, terminal, exit) => {
  command
    .argument('<what>', 'a code (INPUT_BAD_JSON), a reason or finding (known_subtotal), or the id of an outcome')
    .option('--run <folder>', 'the run that holds the outcome (default: the newest in .muster/runs that has it)')
    .addHelpText(
      'after',
      `
The id of an outcome stands in reports and in outcomes.jsonl; its first digits are enough.

Examples:
  $ muster explain SOURCE_ID_COLLISION
  $ muster explain content_not_captured
  $ muster explain 3f0c9a                                       an outcome of the newest run
  $ muster explain 3f0c9a --run .muster/runs/6e6da50eba3ea64e`,
    );
  command.action(async (what: string, flags: ExplainFlags) => {
    const { runExplain } = await import('./explain.ts');
    exit(await runExplain(what, flags, terminal));
  });
};
