import type { AddCommand } from './program.ts';

/** Flags of `init`. */
export interface InitFlags {
  readonly force?: boolean;
}

/** `muster init`. */
export const addInitCommand: AddCommand = (program, terminal, exit) => {
  const command = program
    .command('init')
    .description('Write muster.yaml, its schema, and a GitHub workflow that grades traces.')
    .option('--force', 'overwrite files that exist')
    .addHelpText('after', '\nExamples:\n  $ muster init\n  $ muster init --force');
  command.action(async (flags: InitFlags) => {
    const { runInit } = await import('./init.ts');
    exit(await runInit(flags, terminal));
  });
};
