import type { SetUpCommand } from './program.ts';

/** Flags of `convert`. */
export interface ConvertFlags {
  readonly source?: string;
  readonly out?: string;
  readonly strict?: boolean;
}

/** `muster convert PATH...`. */
export const setUpConvert: SetUpCommand = (command, terminal, exit) => {
  command
    .argument('<paths...>', 'files, folders, quoted globs, or - for standard input')
    .option('--source <name>', 'read every file as this format (see `muster sources`)')
    .option('--out <file>', 'write to a file instead of standard output')
    .option('--strict', 'stop at the first problem of the input, with exit code 2')
    .addHelpText(
      'after',
      `
The records hold the content of the recording as it is: nothing is redacted.
\`muster schema canonical\` prints their JSON Schema; the source \`spans\` reads them back.

Examples:
  $ muster convert session.jsonl > spans.jsonl
  $ muster convert traces/ --out spans.jsonl`,
    );
  command.action(async (paths: string[], flags: ConvertFlags) => {
    const { runConvert } = await import('./convert.ts');
    exit(await runConvert(paths, flags, terminal));
  });
};
