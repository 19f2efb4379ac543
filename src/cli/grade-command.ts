import { Option } from 'commander';
import { GROUPINGS, type Grouping } from '../run/groupings.ts';
import { collect, list, wholeNumber } from './option-values.ts';
import type { SetUpCommand } from './program.ts';

/** Flags of `grade`, as commander hands them over. */
export interface GradeFlags {
  readonly metrics?: readonly string[];
  readonly config?: string;
  readonly set: readonly string[];
  readonly cases?: string;
  readonly source?: string;
  readonly scope?: 'span' | 'trace' | 'session';
  readonly out?: string;
  readonly format: readonly string[];
  readonly outcomes: 'failing' | 'all';
  readonly failBelow: readonly string[];
  readonly maxErrors: number;
  readonly by?: Grouping;
  readonly trials?: string | true;
  readonly filter: readonly string[];
  readonly limit: number;
  readonly allowOutside?: boolean;
  readonly strict?: boolean;
  readonly content: 'none' | 'redacted' | 'full';
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `muster grade PATH...`, also bare `muster PATH...`. */
export const setUpGrade: SetUpCommand = (command, terminal, exit) => {
  command
    .argument('<paths...>', 'files, folders, quoted globs, or - for standard input')
    .option('--metrics <ids>', 'metrics to run: ids, globs or paths of your own, separated by commas', list)
    .option('--config <file>', 'configuration file (default: muster.yaml, then tests/eval/eval_config.yaml)')
    .option('--set <metric.key=value>', 'one value of a metric’s configuration; repeatable', collect, [])
    .option('--cases <file>', 'evaluation cases: JSON, JSON lines or YAML')
    .option('--source <name>', 'read every file as this format (see `muster sources`)')
    .addOption(new Option('--scope <scope>', 'what one outcome is about').choices(['span', 'trace', 'session']))
    .option('--out <folder>', 'write the run here (default: .muster/runs/<hash>)')
    .option('--format <name[=file]>', 'report: terminal, json, junit, markdown, github, otel; repeatable', collect, [])
    .addOption(new Option('--outcomes <which>', 'outcomes to write').choices(['failing', 'all']).default('failing'))
    .option('--fail-below <metric=figure>', 'fail when the mean of a metric is below; repeatable', collect, [])
    .option('--max-errors <n>', 'outcomes that may be errors without exit code 3', wholeNumber, 0)
    .addOption(new Option('--by <facet>', 'groups of the summaries to print').choices(GROUPINGS))
    .option('--trials [metric]', 'pass@k and pass^k over the trials of a task, by a metric or by the recorded success')
    .option('--filter <key=glob>', 'narrow what is printed and written; repeatable', collect, [])
    .option('--limit <n>', 'lines of agents to print', wholeNumber, 20)
    .option('--allow-outside', 'run metrics of yours whose code lies outside of the configuration’s folder')
    .option('--strict', 'stop at the first problem')
    .addOption(
      new Option('--content <mode>', 'how much content reports show')
        .choices(['none', 'redacted', 'full'])
        .default('redacted'),
    )
    .option('--quiet', 'print nothing but failures')
    .option('--json', 'print run.json to standard output, and nothing else there')
    .addHelpText(
      'after',
      `
Examples:
  $ muster grade traces/                                    every recording in a folder
  $ muster grade run.jsonl --metrics 'agent.*,usage.tokens'
  $ muster grade traces/ --fail-below agent.subagent_validity=0.95 --format junit=report.xml
  $ muster grade traces/ --metrics ./my-metrics/my.metric    a metric of your own (see \`muster metric new\`)
  $ muster grade traces/ --scope span --by agent --outcomes all
  $ muster grade trials.json --trials                       pass@k and pass^k; paths stand before the flag
  $ cat run.jsonl | muster grade - --json`,
    );
  command.action(async (paths: string[], flags: GradeFlags) => {
    const { runGrade } = await import('./grade.ts');
    exit(await runGrade(paths, flags, terminal));
  });
};
