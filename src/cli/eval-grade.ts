import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../problems/failure.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import type { EvalGradeFlags } from './eval-command.ts';
import { runGrade } from './grade.ts';
import type { GradeFlags } from './grade-command.ts';
import { evalConfig } from './load-config.ts';
import type { Terminal } from './terminal.ts';

/** What `muster grade` takes where nothing is said. */
const DEFAULTS = {
  set: [],
  format: [],
  outcomes: 'failing',
  failBelow: [],
  maxErrors: 0,
  filter: [],
  limit: 20,
  content: 'redacted',
} as const satisfies GradeFlags;

const NAMED = 5;

/** Runs `muster eval grade` and gives back the exit code of `muster grade`. */
export async function runEvalGrade(flags: EvalGradeFlags, terminal: Terminal): Promise<number> {
  const { cwd } = terminal;
  const config = flags.config ?? (await evalConfig(cwd));
  const files = await tracesIn(flags.traces, cwd);
  tellFiles(flags.traces, files, terminal);
  if (flags.project !== undefined || flags.region !== undefined)
    terminal.err('muster: --project and --region are not used: nothing runs in a cloud project\n');
  const given: GradeFlags = {
    ...DEFAULTS,
    ...(flags.output !== undefined && { out: flags.output }),
    ...(flags.metrics && { metrics: flags.metrics }),
    ...(config !== undefined && { config }),
  };
  return runGrade(
    files.map(({ path }) => path),
    given,
    terminal,
  );
}

interface TracesFile {
  readonly path: string;
  readonly name: string;
  readonly writtenMs: number;
}

/** A file alone; of a folder its JSON files, not those of folders in it, the newest first. */
async function tracesIn(path: string, cwd: string): Promise<readonly TracesFile[]> {
  const about = await stat(resolve(cwd, path)).catch(() => undefined);
  if (!about)
    throw new Failure('CLI_NOTHING_FOUND', {
      reason: `no traces at '${path}'`,
      todo: 'record them with `agents-cli eval generate`, or name a file or folder with --traces',
    });
  if (!about.isDirectory()) return [{ path, name: path, writtenMs: about.mtimeMs }];
  const names = (await readdir(resolve(cwd, path))).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs } = await stat(resolve(cwd, path, name));
      return { path: join(path, name), name, writtenMs: timeInName(name) ?? mtimeMs };
    }),
  );
  if (files.length === 0)
    throw new Failure('CLI_NOTHING_FOUND', {
      reason: `no *.json file in '${path}'`,
      todo: 'record traces with `agents-cli eval generate`, or name a file with --traces',
    });
  return files.sort((a, b) => b.writtenMs - a.writtenMs || (a.name < b.name ? -1 : 1));
}

/** `traces_20260817_191452.json`: a checkout gives every file the same time, but keeps its name. */
function timeInName(name: string): number | undefined {
  const found = /_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?=\D|$)/.exec(name);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}

/** Traces of an earlier run that still lie in the folder are graded too, which agents-cli does without a word. */
function tellFiles(folder: string, files: readonly TracesFile[], terminal: Terminal): void {
  const [newest, ...older] = files.map(({ name }) => name);
  if (newest === undefined || older.length === 0) return;
  const rest = older.length > NAMED ? ` and ${older.length - NAMED} more` : '';
  const said = `grades all ${files.length} files of ${folder}: ${newest} (newest), ${older.slice(0, NAMED).join(', ')}${rest}`;
  terminal.err(`muster: ${escapeTerminal(said)}\n`);
  const alone = `--traces ${join(folder, newest)}`;
  terminal.err(`  ${escapeTerminal(`older files may be of earlier runs; for the newest alone: ${alone}`)}\n`);
}
