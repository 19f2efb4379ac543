import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, relative, resolve } from 'node:path';
import type { Elsewhere, Metric, Partition, Scoring } from '../metrics/define-metric.ts';
import { tracesOf } from '../metrics/evaluated-case.ts';
import { metricOf } from '../metrics/metric-of.ts';
import { Failure } from '../problems/failure.ts';
import { finalAnswer } from '../views/final-answer.ts';
import type { PythonChoice } from './choose-python.ts';
import { containedFile } from './contained-file.ts';
import type { FunctionEntry } from './function-entry.ts';
import type { FunctionLimits } from './function-limits.ts';
import { type FunctionIdentity, functionManifest } from './function-manifest.ts';
import { functionScoring } from './function-scoring.ts';
import { instanceOf } from './instance.ts';
import type { LineProcessOptions } from './line-process.ts';
import { limitedPrint } from './printed-text.ts';
import { ProcessPool } from './process-pool.ts';
import { startJavaScript } from './start-javascript.ts';
import { startPython } from './start-python.ts';
import { startSandboxed } from './start-sandboxed.ts';

/** Where functions of the user stand and what runs them. */
export interface FunctionOptions {
  /** Folder of the configuration: paths are relative to it, and code outside of it needs `allowOutside`. */
  readonly folder: string;
  readonly allowOutside: boolean;
  /** The working directory, to which shown paths are relative. */
  readonly cwd: string;
  /** The Python of the project; not asked for without Python. */
  readonly python: PythonChoice;
  /** The environment of local functions. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits: FunctionLimits;
  /** Takes what functions print. */
  readonly print: (text: string) => void;
}

/** Code of a function, found and read. */
export interface FunctionCode extends FunctionIdentity {
  /** The file with links followed; absent where the code stands in the configuration. */
  readonly file?: string;
  /** The folder of its sibling modules. */
  readonly folder: string;
}

/** A metric whose scorer is a function of the user. */
export interface FunctionMetric {
  readonly metric: Metric;
  readonly code: FunctionCode;
}

const SCRIPTS: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']);

/**
 * The metric of an entry of `custom_metrics`. It reads the code and runs nothing before the first run is scored. Throws
 * Failure CODE_NOT_FOUND, CODE_OUTSIDE, or CODE_NO_SANDBOX for a remote function on a machine that cannot enforce it.
 */
export async function functionMetric(entry: FunctionEntry, options: FunctionOptions): Promise<FunctionMetric> {
  const code = await readCode(entry, options);
  const start = await starterOf(code, entry, options);
  const manifest = functionManifest(code, options.limits);
  const pool = new ProcessPool(start, options.limits.processes);
  const elsewhere: Elsewhere = {
    score: async (_session, partition) => {
      try {
        return { answer: functionScoring(await pool.ask(instanceOf(partition)), evidenceOf(partition)) };
      } catch (error) {
        return { failed: 'metric_failed', message: error instanceof Error ? error.message : String(error) };
      }
    },
    close: () => pool.close(),
  };
  const refuse = (): never => {
    throw new Error('a function of the user runs in a process of its own only');
  };
  return { metric: { ...metricOf(manifest, refuse), elsewhere }, code };
}

/** The answer that is judged. */
function evidenceOf(partition: Partition): Scoring['evidence'] {
  const trace = tracesOf(partition).at(-1);
  const agent = trace && finalAnswer(trace);
  const span = agent && (agent.outputSpan ?? agent.span);
  return span ? [{ span_id: span.spanId, at: span.at }] : [];
}

async function readCode(
  { name, code, execution, codeAt }: FunctionEntry,
  { folder, allowOutside, cwd }: FunctionOptions,
): Promise<FunctionCode> {
  if ('source' in code) return { name, source: code.source, language: 'python', execution, folder };
  const found = await containedFile(resolve(folder, code.file), folder);
  if (!found || !(await stat(found.real)).isFile())
    throw new Failure('CODE_NOT_FOUND', { metric: name, path: code.file }, codeAt);
  const { real, isInside } = found;
  if (!allowOutside && !isInside) {
    const [path, tree] = [relative(cwd, real), relative(cwd, folder) || '.'];
    throw new Failure('CODE_OUTSIDE', { path, tree }, codeAt);
  }
  const language = SCRIPTS.has(extname(real).toLowerCase()) ? 'javascript' : 'python';
  return { name, source: await readFile(real, 'utf8'), language, execution, file: real, folder: dirname(real) };
}

async function starterOf(
  code: FunctionCode,
  entry: FunctionEntry,
  options: FunctionOptions,
): Promise<LineProcessOptions> {
  const given = { ...options, print: limitedPrint(options.print) };
  if (code.execution === 'remote') return startSandboxed(code, entry, given);
  return code.language === 'python' ? startPython(code, given) : startJavaScript(code, given);
}
