import { collect } from './option-values.ts';
import type { SetUpCommand } from './program.ts';

/** Flags of `lint`. */
export interface LintFlags {
  readonly config?: string;
  readonly dataset: readonly string[];
  readonly allowOutside?: boolean;
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** `muster lint [CONFIG]`. */
export const setUpLint: SetUpCommand = (command, terminal, exit) => {
  command
    .argument(
      '[config]',
      'configuration (default: muster.yaml here, else tests/eval/eval_config.yaml or eval/eval_config.yaml)',
    )
    .option('--config <file>', 'the same as the argument')
    .option(
      '--dataset <file>',
      'a dataset or a file of traces of agents-cli that is graded with it; repeatable',
      collect,
      [],
    )
    .option('--allow-outside', 'accept functions whose code lies outside of the configuration’s folder')
    .option('--strict', 'exit code 2 for warnings too')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Runs no code of yours and calls nothing: functions are read as text. An error is what one of both
tools would refuse, or drop without a word, and makes the exit code 2; a warning is yours to weigh.

Examples:
  $ muster lint eval_config.yaml --dataset dataset.json
  $ muster lint eval_config.yaml --json`,
    );
  command.action(async (config: string | undefined, flags: LintFlags) => {
    const { runLint } = await import('./lint.ts');
    exit(await runLint(config, flags, terminal));
  });
};
