import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../../src/model/json.ts';
import { agentRecord, lines } from '../../src/testing/make-folder.ts';
import { type KeptTerminal, makeTerminal } from '../../src/testing/make-terminal.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SAMPLE = join(ROOT, 'examples/triage-team/traces/tickets.jsonl');

/** Pages of the documentation that hold commands. */
export const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Lines of shell blocks of a page that call the product. `npm` lines are what the package test runs. */
export function documentedLines(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap((block) => (block[1] ?? '').split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => /^(npx muster-eval|muster) /.test(line))
    .map((line) => line.replace(/^npx muster-eval /, 'muster '));
}

/** Examples of a page of help, without what is said about them. */
export function exampleLines(help: string): string[] {
  return [...help.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line = '']) => line.replace(/ {2,}.*$/, ''));
}

/** True for a line that runs a metric of the user. */
export function runsUserCode(line: string): boolean {
  return line.includes('my-metrics/');
}

type RunCli = (args: readonly string[], terminal: KeptTerminal) => Promise<number>;

/** A folder with everything that the lines name. */
export interface Sandbox {
  run(line: string, cli: RunCli): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  remove(): void;
}

/** Makes the folder. The sample has a bad agent, so that a gate of a line may fail. */
export function makeSandbox(): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'muster-lines-'));
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'traces'));
  mkdirSync(join(folder, 'artifacts/traces'), { recursive: true });
  writeFileSync(join(folder, 'eval_config.yaml'), EVAL_CONFIG);
  for (const name of ['dataset.json', 'artifacts/traces/traces_1.json'])
    writeFileSync(join(folder, name), JSON.stringify({ eval_cases: [EVAL_CASE] }));
  for (const name of ['traces/run.jsonl', 'run.jsonl', 'session.jsonl', 'recording.json'])
    cpSync(SAMPLE, join(folder, name));
  writeFileSync(join(folder, 'trials.json'), lines(trials()));
  const run = async (words: readonly string[], cli: RunCli) => {
    const [, piped, args] = words[0] === 'cat' ? [0, words[1], words.slice(4)] : [0, undefined, words.slice(1)];
    const terminal = makeTerminal(folder, {
      async *stdin() {
        if (piped !== undefined) yield readFileSync(join(folder, piped));
      },
    });
    const code = await cli(args, terminal);
    return { code, out: terminal.output(), err: terminal.errors() };
  };
  return {
    run: async (line, cli) => run(wordsOf(await withNames(line, (words) => run(words, cli))), cli),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Names of things that every folder has others of become those of this one. */
async function withNames(line: string, run: (words: readonly string[]) => Promise<{ out: string }>): Promise<string> {
  if (runsUserCode(line)) await run(['muster', 'metric', 'new', 'my.metric']);
  if (line.startsWith('muster compare')) {
    for (const out of ['baseline', 'out']) await run(['muster', 'traces', '--out', out]);
    return line
      .replace('before after', 'baseline out')
      .replace(/\.muster\/runs\/\w+ \.muster\/runs\/\w+/, 'baseline out')
      .replace(/ > \S+$/, '');
  }
  if (!line.includes('explain 3f0c9a'))
    return line.replace(/~\/\.claude\/projects(\/my-project)?/, 'traces').replace(/ > \S+$/, '');
  const { out } = await run(['muster', 'traces']);
  return line
    .replace('3f0c9a', /explain ([0-9a-f]{6})/.exec(out)?.[1] ?? '')
    .replace(/runs\/\w+/, /runs\/[0-9a-f]{16}/.exec(out)?.[0] ?? '');
}

/** Splits a line as a shell does where it has no expansions. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

const EVAL_CONFIG = `metrics_to_run: [turns]
custom_metrics:
  - name: turns
    custom_function: |
      def evaluate(instance):
          return len(instance["agent_data"]["turns"])
`;

const EVAL_CASE: Json = {
  eval_case_id: 'capital',
  prompt: { role: 'user', parts: [{ text: 'What is the capital of France?' }] },
  responses: [{ response: { role: 'model', parts: [{ text: 'The capital of France is Paris.' }] } }],
};

/** Two trials of one task, of which one succeeded. */
function trials(): Json[] {
  return [true, false].flatMap((success, trial) => [
    agentRecord(`t${trial}`, 'a', 'lead', 'All is well here.'),
    { type: 'case', trace_id: `t${trial}`, id: `c${trial}`, task: { id: 'task' }, trial, recorded: { success } },
  ]);
}
