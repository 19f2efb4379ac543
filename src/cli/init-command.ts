import type { SetUpCommand } from './program.ts';

/** Flags of `init`. */
export interface InitFlags {
  readonly force?: boolean;
}

/** `muster init`. */
export const setUpInit: SetUpCommand = (command, terminal, exit) => {
  command
    .option('--force', 'overwrite files that exist')
    .addHelpText('after', '\nExamples:\n  $ muster init\n  $ muster init --force');
  command.action(async (flags: InitFlags) => {
    const { runInit } = await import('./init.ts');
    exit(await runInit(flags, terminal));
  });
};
