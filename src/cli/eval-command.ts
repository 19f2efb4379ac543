import type { Command } from 'commander';
import { list } from './option-values.ts';
import type { SetUpCommand } from './program.ts';

/** Flags of `eval grade`, which are those of agents-cli. */
export interface EvalGradeFlags {
  readonly traces: string;
  readonly output?: string;
  readonly metrics?: readonly string[];
  readonly config?: string;
  readonly project?: string;
  readonly region?: string;
}

const CONFIG_HELP = 'configuration (default: tests/eval/eval_config.yaml, else eval/eval_config.yaml)';

/** `muster eval grade | metric list | lint`: what agents-cli calls `eval`, with its flags and default paths. */
export const setUpEval: SetUpCommand = (command, terminal, exit) => {
  command.helpCommand('help [command]', 'print the page of a command').addHelpText(
    'after',
    `
The commands of \`agents-cli eval\` under their own names, for scripts that call them. Unlike there,
the exit code tells how it went: 1 a gate failed, 2 an impossible request, 3 too little evidence.

Examples:
  $ muster eval metric list
  $ muster eval grade --traces artifacts/traces/`,
  );
  setUpGradeAlias(command.command('grade'), async (flags) => {
    const { runEvalGrade } = await import('./eval-grade.ts');
    exit(await runEvalGrade(flags, terminal));
  });
  const metric = command.command('metric').description('List the metrics (`muster metric`).');
  metric
    .command('list')
    .description('List the metrics with their scopes and direction.')
    .action(async () => {
      const { listMetrics } = await import('./metric.ts');
      exit(await listMetrics(false, terminal));
    });
  setUpLintAlias(command.command('lint'), async (config, dataset) => {
    const { runLint } = await import('./lint.ts');
    exit(await runLint(config, { dataset }, terminal));
  });
};

function setUpGradeAlias(command: Command, run: (flags: EvalGradeFlags) => Promise<void>): void {
  command
    .description('Grade recorded traces (`muster grade`).')
    .option('--traces <path>', 'a file of traces, or a folder whose *.json files are all graded', 'artifacts/traces/')
    .option('--output <folder>', 'write the run here (default: .muster/runs/<hash>, a folder for each run)')
    .option('--metrics <ids>', 'metrics to run, separated by commas', list)
    .option('--config <file>', CONFIG_HELP)
    .option('--project <id>', 'accepted and not used: nothing runs in a cloud project')
    .option('--region <name>', 'accepted and not used')
    .action(run);
}

function setUpLintAlias(
  command: Command,
  run: (config: string | undefined, dataset: readonly string[]) => Promise<void>,
): void {
  command
    .description('Check the configuration and a dataset (`muster lint`).')
    .option('--config <file>', CONFIG_HELP)
    .option('--dataset <file>', 'a dataset that is graded with it')
    .action((flags: { config?: string; dataset?: string }) =>
      run(flags.config, flags.dataset === undefined ? [] : [flags.dataset]),
    );
}
