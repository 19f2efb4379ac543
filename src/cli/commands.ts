import type { SetUpCommand } from './program.ts';

/** A command as the help of the program lists it. All else about it is imported when it runs or is asked for help. */
export interface CommandEntry {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly load: () => Promise<SetUpCommand>;
}

/** Commands under the headings of the help. */
export const COMMAND_GROUPS: readonly (readonly [heading: string, commands: readonly CommandEntry[]])[] = [
  [
    'Look',
    [
      {
        name: 'grade',
        summary: 'Grade recorded traces: which agents were valid, and what they used. A path alone means this.',
        load: async () => (await import('./grade-command.ts')).setUpGrade,
      },
      {
        name: 'show',
        summary: 'Show recorded traces as a tree: agents, delegations, status, tokens, time, what is missing.',
        load: async () => (await import('./show-command.ts')).setUpShow,
      },
      {
        name: 'usage',
        summary: 'Tokens and cost by agent, each counted once: own and inclusive, and what was left out and why.',
        load: async () => (await import('./usage-command.ts')).setUpUsage,
      },
      {
        name: 'convert',
        summary: 'Convert recordings into canonical records, one JSON object a line.',
        load: async () => (await import('./convert-command.ts')).setUpConvert,
      },
      {
        name: 'sources',
        summary: 'List the formats that can be read.',
        load: async () => (await import('./sources-command.ts')).setUpSources,
      },
      {
        name: 'schema',
        summary: 'Print the JSON Schema of a file that Muster reads or writes.',
        load: async () => (await import('./schema-command.ts')).setUpSchema,
      },
    ],
  ],
  [
    'Judge and gate',
    [
      {
        name: 'init',
        summary: 'Write muster.yaml, its schema, and a GitHub workflow that grades traces.',
        load: async () => (await import('./init-command.ts')).setUpInit,
      },
      {
        name: 'lint',
        summary: 'Check a configuration and its datasets, also those of agents-cli. Runs nothing.',
        load: async () => (await import('./lint-command.ts')).setUpLint,
      },
      {
        name: 'metric',
        summary: 'List, show, document, write and check metrics. Only check runs code of yours.',
        load: async () => (await import('./metric-command.ts')).setUpMetric,
      },
      {
        name: 'compare',
        summary: 'Compare two runs, paired by case and metric: differences with intervals, and what changed.',
        load: async () => (await import('./compare-command.ts')).setUpCompare,
      },
      {
        name: 'explain',
        summary: 'Explain a problem code, a reason or finding, or one outcome of a run.',
        load: async () => (await import('./explain-command.ts')).setUpExplain,
      },
      {
        name: 'eval',
        summary: 'The names and flags of `agents-cli eval`: grade, metric list, lint.',
        load: async () => (await import('./eval-command.ts')).setUpEval,
      },
    ],
  ],
];

/** Every command. */
export const COMMANDS: readonly CommandEntry[] = COMMAND_GROUPS.flatMap(([, commands]) => commands);
