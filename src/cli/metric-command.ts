import type { SetUpCommand } from './program.ts';

/** `muster metric list | show | docs | new | check`. */
export const setUpMetric: SetUpCommand = (command, terminal, exit) => {
  command.helpCommand('help [command]', 'print the page of a command').addHelpText(
    'after',
    `
A metric is a built-in one by its name, or one of yours by the path of its folder.

Examples:
  $ muster metric list
  $ muster metric docs agent.subagent_validity
  $ muster metric show usage.tokens --json
  $ muster metric new my.metric
  $ muster metric check my-metrics/my.metric`,
  );
  command
    .command('list')
    .description('List the metrics, yours of the configuration too, with their scopes and direction.')
    .option('--json', 'print as JSON')
    .action(async (flags: { json?: boolean }) => {
      const { listMetrics } = await import('./metric.ts');
      exit(await listMetrics(flags.json === true, terminal));
    });
  command
    .command('show <name>')
    .description('Print the manifest of a metric.')
    .option('--json', 'print as JSON instead of YAML')
    .action(async (name: string, flags: { json?: boolean }) => {
      const { showMetric } = await import('./metric.ts');
      exit(await showMetric(name, flags.json === true, terminal));
    });
  command
    .command('docs <name>')
    .description('Print the page of a metric: contract, methodology, examples, configuration, when it misleads.')
    .action(async (name: string) => {
      const { documentMetric } = await import('./metric.ts');
      exit(await documentMetric(name, terminal));
    });
  command
    .command('new <name>')
    .description('Write a folder with a metric of your own: manifest, scorer, cases and test.')
    .option('--out <folder>', 'where to write it (default: my-metrics/NAME)')
    .action(async (name: string, flags: { out?: string }) => {
      const { newMetric } = await import('./new-metric.ts');
      exit(await newMetric(name, flags.out, terminal));
    });
  command
    .command('check <target>')
    .description(
      'Check a manifest, a folder with manifest.yaml and cases/*.json, or a built-in metric. Runs its scorer over its cases, in a worker.',
    )
    .option('--allow-outside', 'run a scorer that lies outside of the folder')
    .action(async (target: string, flags: { allowOutside?: boolean }) => {
      const { checkMetric } = await import('./check-metric.ts');
      exit(await checkMetric(target, flags.allowOutside === true, terminal));
    });
};
