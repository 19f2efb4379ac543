import type { LoadedConfig } from '../config/loaded-config.ts';
import type { Session } from '../model/trace.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import { findReport } from '../reports/registry.ts';
import { outcomeLine, problemLine } from '../reports/result-lines.ts';
import type { RunResult } from '../results/run-result.ts';
import { type GradedRun, grade } from '../run/grade.ts';
import { outcomeFilter } from '../run/outcome-filter.ts';
import { type Plan, planRun } from '../run/plan.ts';
import { strictFailure } from '../run/problem-log.ts';
import type { ResultText } from '../run/write-run.ts';
import { exitCode } from '../verdicts/exit-code.ts';
import { besideConfig } from './beside-config.ts';
import type { CustomJudges } from './custom-judges.ts';
import { customMetrics } from './custom-metrics.ts';
import type { GradeFlags } from './grade-command.ts';
import { hideFor } from './hide-for.ts';
import { joinRecordedCases, loadCases } from './join-recorded-cases.ts';
import { loadConfig } from './load-config.ts';
import { loadPrices } from './load-prices.ts';
import { packageVersion } from './package-version.ts';
import { Progress } from './progress.ts';
import { inputEntries, type ReadResult, readSessions, refuseEmpty } from './read-sessions.ts';
import { refuseUnwritable } from './refuse-unwritable.ts';
import { tellUnmatched } from './tell-unmatched.ts';
import type { Terminal } from './terminal.ts';
import { userMetrics } from './user-metrics.ts';
import { parseFormats, writeReports } from './write-reports.ts';

/** Runs `muster grade` and gives back its exit code. Everything that can be refused is refused before data is read. */
export async function runGrade(paths: readonly string[], flags: GradeFlags, terminal: Terminal): Promise<number> {
  const { cwd } = terminal;
  const config = await loadConfig(flags.config, cwd);
  const users = await userMetrics(flags.metrics, config, { allowOutside: flags.allowOutside === true, terminal });
  const prices = await loadPrices(config, cwd);
  const gated = [
    ...config.gates.map(({ metric }) => metric),
    ...flags.failBelow.map((gate) => gate.split('=')[0] ?? ''),
  ];
  const asked = [...(flags.metrics ?? [...config.metricsToRun, ...(config.metrics ?? [])]), ...gated];
  const custom = await customMetrics(asked, config, { flags, terminal, prices });
  const request = { ...flags, prices, userMetrics: users.byEntry, customMetrics: custom.metrics };
  const plan = planRun(request, config);
  const formats = await parseFormats(flags.format, cwd);
  const filter = outcomeFilter(flags.filter);
  const baselines = await loadBaselines(plan, config, cwd);
  const givenCases = await loadCases(flags.cases ?? besideConfig(config, config.cases), cwd);
  const hide = await hideFor(config, flags.content);
  await refuseUnwritable(flags.out ?? '.muster', 'folder', cwd);

  const runs = [...users.files.map((file) => `runs code of yours: ${file}`), ...custom.notes];
  for (const note of runs) terminal.err(`muster: ${escapeTerminal(note)}\n`);
  const progress = new Progress(terminal, flags.quiet === true);
  try {
    const read = await readAll(paths, flags, terminal, progress);
    progress.clear();
    refuseEmpty(read, paths, terminal, { hide, content: flags.content });
    const found = [...read.problems];
    const { sessions, missing } = joinRecordedCases(read, givenCases, (each) => {
      if (flags.strict) throw strictFailure(each);
      found.push(each);
    });
    if (custom.judges && (await asksFirst(plan, sessions, custom.judges, flags, terminal))) return 0;
    const graded = await grade({
      ...{ plan, config, sessions, givenCases, filter, cwd },
      inputs: inputEntries(read),
      problems: found,
      interrupted: read.interrupted,
      missingCases: missing,
      version: packageVersion(),
      ...(flags.out !== undefined && { out: flags.out }),
      ...(flags.trials !== undefined && { trials: flags.trials === true ? {} : { metric: flags.trials } }),
      ...(flags.strict && { strict: true }),
      keep: flags.outcomes,
      text: resultText(flags, config, hide),
      readBaseline: baselines,
      clock: () => performance.now(),
      signal: terminal.signal,
      progress: (done) => progress.show(`scoring: ${done} of ${sessions.length} sessions`),
    });
    progress.clear();
    if (!flags.quiet) {
      printNotes(graded, plan, config, flags, terminal);
      if (!graded.run.partial) tellUnmatched(filter, hide, terminal);
    }
    await writeReports(graded, formats, flags, { redact: config.redact, asked: filter.asked }, terminal);
    return exitCode(graded.run, flags.maxErrors);
  } finally {
    progress.clear();
    await users.close();
    await custom.close();
  }
}

/** Says what judging takes. True where that was all that was asked for. */
async function asksFirst(
  plan: Plan,
  sessions: readonly Session[],
  judges: CustomJudges,
  flags: GradeFlags,
  terminal: Terminal,
): Promise<boolean> {
  const { judgingOf, judgingWords, refuseWithoutLeave } = await import('./judge-consent.ts');
  const judging = await judgingOf(plan, sessions);
  if (flags.plan) {
    terminal.out(flags.json ? `${JSON.stringify(judging, null, 2)}\n` : `${escapeTerminal(judgingWords(judging))}\n`);
    return true;
  }
  refuseWithoutLeave(judging, judges, flags.yes === true);
  if (!flags.quiet && !judges.isReplay)
    terminal.err(`muster: asks a judge: ${escapeTerminal(judgingWords(judging))}\n`);
  return false;
}

async function readAll(
  paths: readonly string[],
  flags: GradeFlags,
  terminal: Terminal,
  progress: Progress,
): Promise<ReadResult> {
  const { cwd, signal, stdin } = terminal;
  return readSessions({
    ...{ paths, cwd, signal, stdin },
    ...(flags.source !== undefined && { source: flags.source }),
    ...(flags.strict && { strict: true }),
    progress: (records) => progress.show(`reading: ${records} records`),
  });
}

function resultText(flags: GradeFlags, { redact }: LoadedConfig, hide: (text: string) => string): ResultText {
  const { content } = flags;
  const options = { content, redact, color: false, width: 100, limit: 0 };
  return {
    outcome: (outcome) => outcomeLine(outcome, hide),
    problem: (each) => problemLine(each, hide, content),
    run: (run, write) => findReport('json').write({ run, outcomes: [], problems: [], options }, { write }),
  };
}

/** Reads every run that a gate compares with. The schema of runs is loaded only where there is one. */
async function loadBaselines(plan: Plan, config: LoadedConfig, cwd: string): Promise<(path: string) => RunResult> {
  const paths = new Set(plan.gates.flatMap(({ compareTo }) => compareTo?.run ?? []));
  const runs = new Map<string, RunResult>();
  for (const path of paths) {
    const { loadRun } = await import('./load-run.ts');
    runs.set(path, loadRun(besideConfig(config, path), cwd));
  }
  return (path) => {
    const run = runs.get(path);
    if (!run) throw new Error(`the baseline ${path} was not loaded`);
    return run;
  };
}

function printNotes({ run }: GradedRun, plan: Plan, config: LoadedConfig, flags: GradeFlags, terminal: Terminal): void {
  const say = (text: string): void => terminal.err(`muster: ${escapeTerminal(text)}\n`);
  for (const note of config.notes) say(`${config.path}: ${note}`);
  for (const note of plan.notes) say(note);
  const { by } = flags;
  if (by && !run.partial && run.summaries.every(({ groups }) => !Object.hasOwn(groups, by)))
    say(`--by ${by}: no outcome names a ${by}`);
}
