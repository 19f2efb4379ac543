// Published figures beside ours, from the recordings that they were computed from. Exits 1 where one differs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BENCH = resolve(ROOT, '../shared/corpus/bench');
const MAIN = join(ROOT, 'dist/cli/main.js');

if (!existsSync(BENCH)) {
  console.log('../shared/corpus/bench is not here: the figures are not reproduced');
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'muster-figures-'));
try {
  report(tauBench());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The 200 published runs of gpt-4o on the airline tasks of tau-bench: 50 tasks, 4 trials each. */
function tauBench() {
  const expected = JSON.parse(readFileSync(join(BENCH, 'expected.json'), 'utf8'))['tau-bench/gpt-4o-airline.json'];
  const steps = `{ step_cap: ${expected.step_cap}, step_unit: ${expected.step_unit} }`;
  const config = join(folder, 'muster.yaml');
  writeFileSync(
    config,
    `muster:
  tools: ${JSON.stringify(join(BENCH, 'tau-bench/airline-tools.json'))}
  metric_configs:
    process.loop_termination: ${steps}
    process.steps: ${steps}
`,
  );
  const { run, outcomes } = grade([join(BENCH, 'tau-bench/gpt-4o-airline.json'), '--config', config, '--trials']);
  const summary = (name) => run.summaries.find(({ metric, scope }) => metric === name && scope === 'trace');
  const of = (name) => outcomes.filter(({ metric, partition }) => metric === name && partition.type === 'trace');
  const calls = of('process.tool_call_correctness').flatMap(({ details }) => details.calls);
  const termination = summary('process.loop_termination');
  const escalation = summary('process.human_escalation');
  const repeated = of('tree.repeated_calls').map(({ details }) => details);
  const pass = (kind, k) => run.trials[kind].find((each) => each.k === k);
  const source = 'tau-bench README, leaderboard';
  const derived = 'derived from the same 200 records';
  return [
    ...[1, 2, 3, 4].map((k) => [
      `pass^${k}`,
      expected.published_pass_hat_k[k],
      pass('pass_hat_k', k)?.value,
      source,
      3,
    ]),
    ...[1, 2, 3, 4].map((k) => [`pass^${k}`, expected.pass_hat_k[k], pass('pass_hat_k', k)?.value, derived]),
    ...[1, 2, 3, 4].map((k) => [`pass@${k}`, expected.pass_at_k[k], pass('pass_at_k', k)?.value, derived]),
    [
      'standard error of success, clustered by task',
      expected.se_cluster_cr1_inspect,
      pass('pass_hat_k', 1)?.interval?.standard_error,
      derived,
    ],
    ['runs that escalated to a human', expected.escalated_runs, escalation.mean * escalation.scored, derived],
    ['runs in which that is known', expected.records, escalation.scored, derived],
    ['tool calls', expected.tool_calls, calls.length, derived],
    [
      'calls of an unknown tool',
      expected.unknown_tools,
      calls.filter(({ valid_tool }) => valid_tool === false).length,
      derived,
    ],
    [
      'calls with parameters that are not valid',
      expected.schema_invalid_calls,
      calls.filter(({ valid_params }) => valid_params === false).length,
      derived,
    ],
    [
      'calls known to be correct',
      expected.tool_calls,
      calls.filter(({ valid_tool, valid_params }) => valid_tool && valid_params).length,
      derived,
    ],
    [
      'runs without a tool call',
      expected.runs_without_tool_calls,
      summary('process.tool_call_correctness').vacuous,
      derived,
    ],
    [
      'identical repeats of a call',
      expected.identical_repeat_calls,
      sum(repeated.map((each) => each.identical ?? 0)),
      derived,
    ],
    [
      'runs with one',
      expected.runs_with_identical_repeats,
      repeated.filter((each) => each.identical > 0).length,
      derived,
    ],
    [
      `termination rate at a cap of ${expected.step_cap} assistant messages`,
      expected.loop_termination_rate,
      termination.mean,
      derived,
    ],
    ['runs in which that is known', expected.records, termination.scored, derived],
    ['assistant messages a run', expected.assistant_messages_mean_per_run, summary('process.steps').mean, derived],
  ];
}

function grade(args) {
  const out = join(folder, 'run');
  const { status, stderr } = spawnSync(
    process.execPath,
    [MAIN, 'grade', ...args, '--out', out, '--outcomes', 'all', '--quiet'],
    {
      encoding: 'utf8',
      cwd: ROOT,
    },
  );
  if (status !== 0) throw new Error(`grade ended with ${status}\n${stderr}`);
  const lines = readFileSync(join(out, 'outcomes.jsonl'), 'utf8').trim().split('\n');
  return {
    run: JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')),
    outcomes: lines.map((line) => JSON.parse(line)),
  };
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Prints the table. A published figure is compared to the digits that were published. */
function report(rows) {
  const shown = (value) => (value === undefined || value === null ? 'unknown' : String(Math.round(value * 1e6) / 1e6));
  const table = rows.map(([figure, published, ours, source, digits]) => {
    const agrees =
      ours !== undefined && ours !== null && Math.abs(published - ours) < (digits ? 0.5 * 10 ** -digits + 1e-12 : 1e-9);
    return [agrees ? 'ok' : 'DIFFERS', figure, shown(published), shown(ours), source];
  });
  const head = ['', 'figure', 'expected', 'ours', 'source'];
  const widths = head.map((title, column) => Math.max(title.length, ...table.map((row) => row[column].length)));
  for (const row of [head, ...table])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  if (table.some(([state]) => state !== 'ok')) process.exitCode = 1;
}
