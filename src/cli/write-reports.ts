import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../problems/failure.ts';
import type { Problem } from '../problems/problem.ts';
import type { ReportInput } from '../reports/define-report.ts';
import { findReport } from '../reports/registry.ts';
import type { Outcome } from '../results/outcome.ts';
import type { GradedRun } from '../run/grade.ts';
import { readLines } from '../run/read-lines.ts';
import { TextFile } from '../run/text-file.ts';
import type { GradeFlags } from './grade-command.ts';
import { refuseUnwritable } from './refuse-unwritable.ts';
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
 * Writes and prints the reports of a run: files first, so that a reader who closes standard output does not keep them
 * from being written.
 */
export async function writeReports(
  { run, place }: GradedRun,
  formats: readonly Format[],
  flags: GradeFlags,
  redact: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const folder = resolve(terminal.cwd, place);
  const { content, limit, by } = flags;
  const input: ReportInput = {
    run,
    outcomes: { [Symbol.asyncIterator]: () => readLines<Outcome>(join(folder, 'outcomes.jsonl')) },
    problems: { [Symbol.asyncIterator]: () => readLines<Problem>(join(folder, 'problems.jsonl')) },
    options: {
      content,
      color: terminal.color,
      width: terminal.width,
      limit,
      redact,
      written: place,
      ...(by && { by }),
    },
  };
  const say = (text: string): void => {
    if (!flags.quiet) terminal.err(`muster: ${text}\n`);
  };
  for (const { name, file } of formats) {
    if (file === undefined) continue;
    await writeReport(name, file, terminal.cwd, { ...input, options: { ...input.options, color: false } });
    say(`${name} written to ${file}`);
  }
  const asked = formats.filter(({ file }) => file === undefined).map(({ name }) => name);
  const printed = flags.json ? ['json'] : asked.length || flags.quiet ? asked : ['terminal'];
  for (const name of printed) await findReport(name).write(input, { write: terminal.out });
  if (!flags.json && !printed.includes('terminal')) say(`run written to ${place}`);
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
