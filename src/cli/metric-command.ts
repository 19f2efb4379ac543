import type { SetUpCommand } from './program.ts';

/** `muster metric list | show | docs | check`. */
export const setUpMetric: SetUpCommand = (command, terminal, exit) => {
  command.helpCommand('help [command]', 'print the page of a command').addHelpText(
    'after',
    `
Examples:
  $ muster metric list
  $ muster metric docs agent.subagent_validity
  $ muster metric show usage.tokens --json
  $ muster metric check my-metric/manifest.yaml
  $ muster metric check my-metric`,
  );
  command
    .command('list')
    .description('List the metrics with their scopes and direction.')
    .option('--json', 'print as JSON')
    .action(async (flags: { json?: boolean }) => {
      const { listMetrics } = await import('./metric.ts');
      exit(listMetrics(flags.json === true, terminal));
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
    .command('check <target>')
    .description(
      'Check a manifest, a folder with manifest.yaml and cases/*.json, or a built-in metric. Runs none of your code.',
    )
    .action(async (target: string) => {
      const { checkMetric } = await import('./check-metric.ts');
      exit(await checkMetric(target, terminal));
    });
};
