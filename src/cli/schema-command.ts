import { Argument } from 'commander';
import type { SetUpCommand } from './program.ts';

export const SCHEMA_NAMES = ['canonical', 'case', 'comparison', 'config', 'manifest', 'outcome', 'run'] as const;

/** `muster schema NAME`. */
export const setUpSchema: SetUpCommand = (command, terminal, exit) => {
  command.addArgument(new Argument('<name>', 'which schema').choices(SCHEMA_NAMES)).addHelpText(
    'after',
    `
Schemas:
  canonical  one record of the spans format, as \`muster convert\` writes it
  case       a file of evaluation cases (--cases)
  comparison two runs compared, as \`muster compare --json\` prints them
  config     muster.yaml
  manifest   the manifest of a metric
  outcome    one line of outcomes.jsonl
  run        run.json

Examples:
  $ muster schema canonical
  $ muster schema config > muster.schema.json`,
  );
  command.action(async (name: (typeof SCHEMA_NAMES)[number]) => {
    const { printSchema } = await import('./schema.ts');
    exit(await printSchema(name, terminal));
  });
};
