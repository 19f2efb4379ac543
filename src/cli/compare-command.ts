import { Option } from 'commander';
import type { ContentMode } from '../reports/define-report.ts';
import { wholeNumber } from './option-values.ts';
import type { SetUpCommand } from './program.ts';

/** Flags of `compare`. */
export interface CompareFlags {
  readonly format: 'terminal' | 'json' | 'markdown';
  readonly json?: boolean;
  readonly content: ContentMode;
  readonly limit: number;
  readonly config?: string;
}

/** `muster compare A B`. */
export const setUpCompare: SetUpCommand = (command, terminal, exit) => {
  command
    .argument('<a>', 'the run to compare with: its folder or its run.json')
    .argument('<b>', 'the run that is compared')
    .addOption(
      new Option('--format <name>', 'how to print it').choices(['terminal', 'json', 'markdown']).default('terminal'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      new Option('--content <mode>', 'what may be shown of what agents said')
        .choices(['none', 'redacted', 'full'])
        .default('redacted'),
    )
    .option('--limit <n>', 'agents and changed cases that are listed', wholeNumber, 20)
    .option('--config <file>', 'configuration whose `muster.redact` is kept')
    .addHelpText(
      'after',
      `
Pairs by case and metric, or by session and trace where no case is known, and tells B less A with
its interval. A metric with another version, configuration or rubric is named and not compared.
Exit code: 0 compared, 2 a run cannot be read, 3 nothing can be paired.

Examples:
  $ muster compare .muster/runs/6e6da50eba3ea64e .muster/runs/0f5b1c2d3e4f5a6b
  $ muster compare baseline/run.json out --format markdown > comparison.md`,
    );
  command.action(async (a: string, b: string, flags: CompareFlags) => {
    const { runCompare } = await import('./compare.ts');
    exit(await runCompare(a, b, flags, terminal));
  });
};
