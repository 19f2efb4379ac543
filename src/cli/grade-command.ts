import { Option } from 'commander';
import { GROUPINGS, type Grouping } from '../run/groupings.ts';
import { collect, list, wholeNumber } from './option-values.ts';
import type { SetUpCommand } from './program.ts';

const CONFIG_HELP =
  'configuration (default: muster.yaml here, else tests/eval/eval_config.yaml or eval/eval_config.yaml)';
const FILTER_HELP =
  'print and write only lines that match, and change no figure: agent, trace, session, case, task, tag, status, metric; repeatable';

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
  readonly judge?: string;
  readonly plan?: boolean;
  readonly yes?: boolean;
  readonly python?: string;
  readonly strict?: boolean;
  readonly content: 'none' | 'redacted' | 'full';
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** `muster grade PATH...`, also bare `muster PATH...`. */
export const setUpGrade: SetUpCommand = (command, terminal, exit) => {
  command
    .argument('<paths...>', 'files, folders, quoted globs, or - for standard input')
    .option(
      '--metrics <ids>',
      'metrics to run: ids, globs or paths of your own, separated by commas (default: those of the configuration, else all)',
      list,
    )
    .option('--config <file>', CONFIG_HELP)
    .option(
      '--set <metric.key=value>',
      'a setting of a metric, over those of the configuration; repeatable',
      collect,
      [],
    )
    .option('--cases <file>', 'what the traces are held against: JSON, JSON lines or YAML (see `muster schema case`)')
    .option('--source <name>', 'read every file as this format (see `muster sources`)')
    .addOption(
      new Option('--scope <scope>', 'what one outcome is about; by default a trace, and a session besides').choices([
        'span',
        'trace',
        'session',
      ]),
    )
    .option('--out <folder>', 'write the run here (default: .muster/runs/<hash>)')
    .option(
      '--format <name[=file]>',
      'report to print, or to write to a file: terminal, json, junit, markdown, github, otel; repeatable',
      collect,
      [],
    )
    .addOption(
      new Option('--outcomes <which>', 'what outcomes.jsonl holds: all outcomes, or all but plain passes')
        .choices(['failing', 'all'])
        .default('failing'),
    )
    .option(
      '--fail-below <metric=figure>',
      'a gate: exit code 1 when the mean of a metric is below; repeatable',
      collect,
      [],
    )
    .option('--max-errors <n>', 'outcomes that may be errors of a metric before the exit code is 3', wholeNumber, 0)
    .addOption(new Option('--by <facet>', 'print each summary in groups too').choices(GROUPINGS))
    .option(
      '--trials [metric]',
      'add pass@k and pass^k over repeated trials of a task; a success is a full score of the metric, else what the case recorded',
    )
    .option('--filter <key=glob>', FILTER_HELP, collect, [])
    .option('--limit <n>', 'agents, groups or rows to print of a list', wholeNumber, 20)
    .option('--allow-outside', 'run metrics of yours whose code lies outside of the configuration’s folder')
    .option(
      '--judge <model|replay:FILE>',
      'the judge of prompt templates: a model, or recorded answers (a file that is not there yet is recorded)',
    )
    .option('--plan', 'print what asking judges takes, and ask nothing')
    .option('--yes', 'recordings may be sent to a judge outside of this machine')
    .option('--python <path>', 'the Python that runs functions of the configuration (default: that of the project)')
    .option('--strict', 'stop at the first problem of the input, with exit code 2')
    .addOption(
      new Option('--content <mode>', 'what is shown of messages: nothing, all but secrets, or everything')
        .choices(['none', 'redacted', 'full'])
        .default('redacted'),
    )
    .option('--quiet', 'print only what failed: gates, agents, metrics; nothing when all is well')
    .option('--json', 'print run.json on standard output, and nothing else there')
    .addHelpText(
      'after',
      `
A run is written as run.json, outcomes.jsonl and problems.jsonl. The exit code tells how it went:
1 a gate failed, 3 the evidence cannot support the verdict; \`muster --help\` lists them all.
\`muster init\` writes a configuration with a gate to begin with.

Examples:
  $ muster grade traces/                                    every recording in a folder
  $ muster grade run.jsonl --metrics 'agent.*,usage.tokens'
  $ muster grade traces/ --fail-below agent.subagent_validity=0.95 --format junit=report.xml
  $ muster grade traces/ --metrics ./my-metrics/my.metric   a metric of your own (see \`muster metric new\`)
  $ muster grade traces/ --set agent.subagent_validity.min_response_length=5
  $ muster grade traces/ --scope span --by agent --outcomes all
  $ muster grade traces/ --filter 'agent=reply-*' --filter status=empty
  $ muster grade trials.json --trials                       pass@k and pass^k; paths stand before the flag
  $ cat run.jsonl | muster grade - --json`,
    );
  command.action(async (paths: string[], flags: GradeFlags) => {
    const { runGrade } = await import('./grade.ts');
    exit(await runGrade(paths, flags, terminal));
  });
};
