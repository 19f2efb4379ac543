import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../problems/failure.ts';
import type { Problem } from '../problems/problem.ts';
import type { ReportInput, ReportOptions } from '../reports/define-report.ts';
import { findReport } from '../reports/registry.ts';
import { namesMetric } from '../reports/result-lines.ts';
import type { Outcome } from '../results/outcome.ts';
import type { GradedRun } from '../run/grade.ts';
import { readBatches, readLines } from '../run/read-lines.ts';
import { TextFile } from '../run/text-file.ts';
import type { GradeFlags } from './grade-command.ts';
import { refuseUnwritable } from './refuse-unwritable.ts';
import { SharedReading } from './shared-reading.ts';
import type { Terminal } from './terminal.ts';

/** One `--format`: a report, to standard output or to a file. */
export interface Format {
  readonly name: string;
  readonly file?: string;
}

/** Reads `--format name[=file]`. Throws Failure REPORT_UNKNOWN, CLI_BAD_USAGE or RUN_CANNOT_WRITE. */
export async function parseFormats(entries: readonly string[], cwd: string): Promise<readonly Format[]> {
  const formats = entries.map((entry): Format => {
    const equals = entry.indexOf('=');
    const name = equals < 0 ? entry : entry.slice(0, equals);
    findReport(name);
    const file = entry.slice(equals + 1);
    if (equals >= 0 && file === '') throw badUsage(`--format ${entry} names no file`);
    return equals < 0 ? { name } : { name, file };
  });
  const taken = new Set<string>();
  for (const { file } of formats) {
    if (file === undefined) continue;
    if (taken.has(resolve(cwd, file))) throw badUsage(`two reports are to be written to '${file}'`);
    taken.add(resolve(cwd, file));
    await refuseUnwritable(file, 'file', cwd);
  }
  return formats;
}

function badUsage(reason: string): Failure {
  return new Failure('CLI_BAD_USAGE', { reason, command: 'grade' });
}

/**
 * Writes and prints the reports of a run: files first, all of them from one reading of the outcomes, so that a reader
 * who closes standard output does not keep them from being written.
 */
export async function writeReports(
  { run, place, shows }: GradedRun,
  formats: readonly Format[],
  flags: GradeFlags,
  { redact, asked }: { readonly redact: readonly string[]; readonly asked: string },
  terminal: Terminal,
): Promise<void> {
  const { content, limit, by } = flags;
  const { color, width } = terminal;
  const files = runFiles(resolve(terminal.cwd, place));
  const options: ReportOptions = {
    ...{ content, color, width, limit, redact, written: place },
    ...(by && { by }),
    ...(asked && { filter: { asked, shows } }),
  };
  const say = (text: string): void => {
    if (!flags.quiet) terminal.err(`muster: ${text}\n`);
  };
  const toFiles = formats.flatMap(({ name, file }) => (file === undefined ? [] : [{ name, file }]));
  const plain = { run, ...files, options: { ...options, color: false } };
  const ended = await together(
    files,
    toFiles.map(
      ({ name, file }) =>
        (outcomes) =>
          writeReport(name, file, terminal.cwd, { ...plain, outcomes }),
    ),
  );
  for (const [index, { name, file }] of toFiles.entries()) {
    const end = ended[index];
    if (end?.status === 'rejected') throw end.reason;
    say(`${name} written to ${file}`);
  }
  const named = formats.flatMap(({ name, file }) => (file === undefined ? [name] : []));
  const printed = flags.json ? ['json'] : named.length ? named : ['terminal'];
  const shown = { ...options, failuresOnly: flags.quiet === true };
  // One after another: their texts must not mix.
  for (const name of printed) await findReport(name).write({ run, ...files, options: shown }, { write: terminal.out });
  if (!flags.json && !printed.includes('terminal')) say(`run written to ${place}`);
}

type RunFiles = Required<Pick<ReportInput, 'outcomes' | 'outcomesOf' | 'problems'>> & {
  readonly batches: () => AsyncIterator<readonly Outcome[]>;
};

function runFiles(folder: string): RunFiles {
  const path = join(folder, 'outcomes.jsonl');
  return {
    batches: () => readBatches<Outcome>(path),
    outcomes: { [Symbol.asyncIterator]: () => readLines<Outcome>(path) },
    outcomesOf: (metric) => readLines<Outcome>(path, namesMetric(metric)),
    problems: { [Symbol.asyncIterator]: () => readLines<Problem>(join(folder, 'problems.jsonl')) },
  };
}

type WriteReport = (outcomes: AsyncIterable<Outcome>) => Promise<void>;

/** Writes reports from one reading of the outcomes. One that fails does not keep the others from their end. */
function together({ batches }: RunFiles, reports: readonly WriteReport[]): Promise<PromiseSettledResult<void>[]> {
  return new SharedReading(batches).run(reports);
}

async function writeReport(name: string, shown: string, cwd: string, input: ReportInput): Promise<void> {
  const path = resolve(cwd, shown);
  let file: TextFile | undefined;
  try {
    await mkdir(dirname(path), { recursive: true });
    file = new TextFile(path);
    const target = file;
    await findReport(name).write(input, { write: (piece) => target.write(piece) });
    await file.close();
  } catch (error) {
    await file?.abandon();
    // Half a report would be read as a whole one. A device is left alone.
    if ((await stat(path).catch(() => undefined))?.isFile()) await rm(path, { force: true });
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new Failure('RUN_CANNOT_WRITE', { path: shown, reason: error.message });
  }
}
