import type { SetUpCommand } from './program.ts';

/** Flags of `init`. */
export interface InitFlags {
  readonly force?: boolean;
}

/** `muster init`. */
export const setUpInit: SetUpCommand = (command, terminal, exit) => {
  command.option('--force', 'overwrite files that exist').addHelpText(
    'after',
    `
The files are for you to edit. Where one is here already, nothing is written without --force.

Examples:
  $ muster init
  $ muster init --force`,
  );
  command.action(async (flags: InitFlags) => {
    const { runInit } = await import('./init.ts');
    exit(await runInit(flags, terminal));
  });
};
