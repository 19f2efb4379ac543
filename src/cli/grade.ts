import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { Failure } from '../problems/failure.ts';
import type { Problem } from '../problems/problem.ts';
import type { ReportInput } from '../reports/define-report.ts';
import { hideContent } from '../reports/redact.ts';
import { findReport } from '../reports/registry.ts';
import { outcomeLine, problemLine } from '../reports/result-lines.ts';
import type { Outcome } from '../results/outcome.ts';
import { RUN_SCHEMA_VERSION, type RunResult } from '../results/run-result.ts';
import { grade } from '../run/grade.ts';
import { outcomeFilter } from '../run/outcome-filter.ts';
import { planRun } from '../run/plan.ts';
import { readLines } from '../run/read-lines.ts';
import { exitCode } from '../verdicts/exit-code.ts';
import type { GradeFlags } from './grade-command.ts';
import { joinRecordedCases, loadCases } from './join-recorded-cases.ts';
import { loadConfig } from './load-config.ts';
import { packageVersion } from './package-version.ts';
import { Progress } from './progress.ts';
import { inputEntries, readSessions, refuseEmpty } from './read-sessions.ts';
import type { Terminal } from './terminal.ts';

/** Runs `muster grade` and gives back its exit code. Everything that can be refused is refused before data is read. */
export async function runGrade(paths: readonly string[], flags: GradeFlags, terminal: Terminal): Promise<number> {
  const config = await loadConfig(flags.config, terminal.cwd);
  const plan = planRun(
    {
      ...(flags.metrics && { metrics: flags.metrics }),
      ...(flags.scope && { scope: flags.scope }),
      ...(flags.by && { by: flags.by }),
      set: flags.set,
      failBelow: flags.failBelow,
    },
    config,
  );
  const formats = flags.format.map(parseFormat);
  const filter = outcomeFilter(flags.filter);
  const readBaseline = (path: string): RunResult => loadRun(resolve(terminal.cwd, path), path);
  for (const gate of plan.gates) if (gate.compareTo) readBaseline(gate.compareTo.run);

  const fromFile = await loadCases(flags.cases ?? casesOf(config), terminal.cwd);
  const hide = await hideContent({ content: flags.content, redact: config.redact });

  const progress = new Progress(terminal, flags.quiet === true);
  const read = await readSessions({
    paths,
    cwd: terminal.cwd,
    ...(flags.source !== undefined && { source: flags.source }),
    ...(flags.strict && { strict: true }),
    signal: terminal.signal,
    stdin: terminal.stdin,
    progress: (records) => progress.show(`reading: ${records} records`),
  });
  refuseEmpty(read, paths);
  const found = [...read.problems];
  const { sessions, missing } = joinRecordedCases(read, fromFile, (each) => found.push(each));
  const { run, place } = await grade({
    plan,
    config,
    inputs: inputEntries(read),
    problems: found,
    interrupted: read.interrupted,
    lines: {
      outcome: (outcome) => outcomeLine(outcome, hide),
      problem: (each) => problemLine(each, hide, flags.content),
    },
    sessions,
    missingCases: missing,
    cwd: terminal.cwd,
    version: packageVersion(),
    ...(flags.out !== undefined && { out: flags.out }),
    ...(flags.by && { by: flags.by }),
    keep: flags.outcomes,
    filter,
    readBaseline,
    clock: () => performance.now(),
    signal: terminal.signal,
    progress: (done, of) => progress.show(`scoring: ${done} of ${of} sessions`),
  });
  progress.clear();
  for (const note of config.notes) if (!flags.quiet) terminal.err(`muster: ${config.path}: ${note}\n`);
  await report(run, place, formats, flags, config, terminal);
  return exitCode(run, flags.maxErrors);
}

interface Format {
  readonly name: string;
  readonly file?: string;
}

function parseFormat(entry: string): Format {
  const equals = entry.indexOf('=');
  const name = equals < 0 ? entry : entry.slice(0, equals);
  findReport(name);
  return equals < 0 ? { name } : { name, file: entry.slice(equals + 1) };
}

async function report(
  run: RunResult,
  place: string,
  formats: readonly Format[],
  flags: GradeFlags,
  config: LoadedConfig,
  terminal: Terminal,
): Promise<void> {
  const folder = resolve(terminal.cwd, place);
  const input: ReportInput = {
    run,
    outcomes: { [Symbol.asyncIterator]: () => readLines<Outcome>(join(folder, 'outcomes.jsonl')) },
    problems: { [Symbol.asyncIterator]: () => readLines<Problem>(join(folder, 'problems.jsonl')) },
    options: {
      content: flags.content,
      color: terminal.color,
      width: terminal.width,
      limit: flags.limit,
      redact: config.redact,
      written: place,
    },
  };
  const printed = flags.json ? [{ name: 'json' }] : formats.filter(({ file }) => file === undefined);
  const shown = printed.length || flags.json || flags.quiet ? printed : [{ name: 'terminal' }];
  for (const { name } of shown) await findReport(name).write(input, { write: terminal.out });
  for (const { name, file } of formats) {
    if (file === undefined) continue;
    await writeReport(name, resolve(terminal.cwd, file), file, {
      ...input,
      options: { ...input.options, color: false },
    });
    if (!flags.quiet) terminal.err(`muster: ${name} written to ${file}\n`);
  }
}

async function writeReport(name: string, path: string, shown: string, input: ReportInput): Promise<void> {
  const { createWriteStream } = await import('node:fs');
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '');
    const stream = createWriteStream(path);
    await findReport(name).write(input, {
      write: (chunk) =>
        stream.write(chunk) ? undefined : new Promise<void>((done) => stream.once('drain', () => done())),
    });
    await new Promise<void>((done, fail) => {
      stream.once('error', fail);
      stream.end(() => done());
    });
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new Failure('RUN_CANNOT_WRITE', { path: shown, reason: error.message });
  }
}

function casesOf(config: LoadedConfig): string | undefined {
  if (config.cases === undefined || config.path === undefined) return undefined;
  return join(dirname(config.path), config.cases);
}

function loadRun(path: string, shown: string): RunResult {
  try {
    const run = JSON.parse(readFileSync(path, 'utf8')) as RunResult;
    if (run.schema_version === RUN_SCHEMA_VERSION && Array.isArray(run.summaries)) return run;
  } catch (error) {
    throw new Failure('RUN_BAD_RESULT', {
      path: shown,
      reason: error instanceof Error ? error.message : 'it cannot be read',
    });
  }
  throw new Failure('RUN_BAD_RESULT', { path: shown, reason: `its schema_version is not ${RUN_SCHEMA_VERSION}` });
}
