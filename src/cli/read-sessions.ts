import { Assembly, type CarriedCase } from '../model/assemble.ts';
import type { Session } from '../model/trace.ts';
import { Failure } from '../problems/failure.ts';
import type { Problem } from '../problems/problem.ts';
import type { InputEntry } from '../results/run-result.ts';
import { strictFailure } from '../run/problem-log.ts';
import type { InputSummary } from '../sources/input/read-inputs.ts';
import { readInputs } from '../sources/input/read-inputs.ts';
import { SOURCES } from '../sources/registry.ts';
import { type Telling, tellProblems } from './tell-problems.ts';
import type { Terminal } from './terminal.ts';

/** What is read, and how. */
export interface ReadRequest {
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly source?: string;
  /** Stop at the first problem, with Failure RUN_STRICT. */
  readonly strict?: boolean;
  readonly signal?: AbortSignal;
  readonly stdin?: () => AsyncIterable<Uint8Array | string>;
  /** Called now and then with the number of records read. */
  readonly progress?: (records: number) => void;
}

/** Recordings, read and assembled. */
export interface ReadResult {
  readonly sessions: readonly Session[];
  readonly cases: readonly CarriedCase[];
  readonly problems: readonly Problem[];
  readonly inputs: InputSummary;
  /** True when the signal ended the reading early. */
  readonly interrupted: boolean;
}

const PROGRESS_EVERY = 1000;

/** Reads all inputs and assembles them into sessions. */
export async function readSessions(request: ReadRequest): Promise<ReadResult> {
  const problems: Problem[] = [];
  const report = (found: Problem): void => {
    if (request.strict) throw strictFailure(found);
    problems.push(found);
  };
  const origins = new Map(SOURCES.map(({ name, runUnit }) => [name, { name, runUnit }]));
  const assembly = new Assembly(report);
  const { paths, cwd, source, signal } = request;
  const given = request.stdin;
  const stdin = given && signal ? () => untilAborted(given(), signal) : given;
  const reading = readInputs({ paths, cwd, report, ...(source !== undefined && { source }), ...(stdin && { stdin }) });
  let count = 0;
  const interrupted = await eachUntil(reading.records, signal, ({ record, source: name }) => {
    assembly.add(record, origins.get(name) ?? { name, runUnit: 'trace' });
    if (++count % PROGRESS_EVERY === 0) request.progress?.(count);
  });
  const { sessions, cases } = assembly.finish();
  return { sessions, cases, problems, inputs: reading.summary(), interrupted };
}

/** Takes each item until the signal aborts. True when it was ended early. */
async function eachUntil<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal | undefined,
  take: (item: T) => void,
): Promise<boolean> {
  let taken = 0;
  for await (const item of items) {
    if (signal?.aborted) return true;
    take(item);
    // Lets a signal be seen while records come without waiting.
    if (++taken % PROGRESS_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return signal?.aborted === true;
}

/**
 * Standard input that ends when the signal aborts, also while nothing comes: a person at a terminal may have typed `-`
 * and no more.
 */
async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let stop: (() => void) | undefined;
  signal.addEventListener('abort', () => stop?.(), { once: true });
  while (!signal.aborted) {
    const next = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
      stop = () => resolve(undefined);
      iterator.next().then(resolve, reject);
    });
    if (!next || next.done) return;
    yield next.value;
  }
}

/** Problems told where nothing could be read. */
const TOLD = 20;

/** A run was asked for and no trace was read: tells why, file by file, and throws Failure INPUT_NO_TRACES. */
export function refuseEmpty(
  { sessions, cases, interrupted, problems }: ReadResult,
  paths: readonly string[],
  terminal: Terminal,
  { hide, content }: Pick<Telling, 'hide' | 'content'>,
): void {
  if (sessions.length > 0 || cases.length > 0 || interrupted) return;
  tellProblems(problems, terminal, { limit: TOLD, hide, content });
  throw new Failure('INPUT_NO_TRACES', { path: paths.join(', '), reason: problems.length > 0 ? ' (see above)' : '' });
}

/** What became of the files, as a run records it. */
export function inputEntries({ inputs }: ReadResult): InputEntry[] {
  return inputs.files.map(({ path, bytes, sha256, source, because }) => ({
    path,
    bytes,
    ...(sha256 !== undefined && { sha256 }),
    ...(source !== undefined && { source }),
    because,
  }));
}
