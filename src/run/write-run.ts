import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../problems/failure.ts';
import type { Problem } from '../problems/problem.ts';
import type { Outcome } from '../results/outcome.ts';
import type { RunResult } from '../results/run-result.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** How results become lines of JSON, each with its line end. */
export interface ResultLines {
  outcome(outcome: Outcome): string;
  problem(found: Problem): string;
}

/** Lines of JSON on their way to a file. */
class LineFile {
  readonly #stream: WriteStream;
  #failed: Error | undefined;

  constructor(path: string) {
    this.#stream = createWriteStream(path, { mode: PRIVATE_FILE });
    this.#stream.on('error', (error) => {
      this.#failed = error;
    });
  }

  async write(line: string): Promise<void> {
    if (this.#failed) throw this.#failed;
    if (!this.#stream.write(line)) await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    if (this.#failed) throw this.#failed;
    this.#stream.end();
    await once(this.#stream, 'close');
  }
}

/**
 * A run being written: into a folder beside its place first, which is renamed when all is there. Throws Failure
 * RUN_CANNOT_WRITE.
 */
export class RunWriter {
  readonly #draft: string;
  readonly #outcomes: LineFile;
  readonly #problems: LineFile;

  readonly #lines: ResultLines;

  private constructor(draft: string, lines: ResultLines) {
    this.#draft = draft;
    this.#lines = lines;
    this.#outcomes = new LineFile(join(draft, 'outcomes.jsonl'));
    this.#problems = new LineFile(join(draft, 'problems.jsonl'));
  }

  /** Begins a run below a folder; `parent` is made, private to the user. */
  static async begin(parent: string, lines: ResultLines): Promise<RunWriter> {
    return writing(parent, async () => {
      await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER });
      const draft = join(parent, `.draft-${process.pid}`);
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { mode: PRIVATE_FOLDER });
      return new RunWriter(draft, lines);
    });
  }

  async outcome(outcome: Outcome): Promise<void> {
    await writing(this.#draft, () => this.#outcomes.write(this.#lines.outcome(outcome)));
  }

  async problem(found: Problem): Promise<void> {
    await writing(this.#draft, () => this.#problems.write(this.#lines.problem(found)));
  }

  /** Ends the lines. Nothing more can be added. */
  async settle(): Promise<void> {
    await writing(this.#draft, async () => {
      await this.#outcomes.close();
      await this.#problems.close();
    });
  }

  /** Writes `run.json` and moves the run to its place, in place of an earlier one. */
  async finish(run: RunResult, place: string): Promise<void> {
    await writing(place, async () => {
      await writeFile(join(this.#draft, 'run.json'), `${JSON.stringify(run, null, 2)}\n`, { mode: PRIVATE_FILE });
      await mkdir(dirname(place), { recursive: true });
      for (const name of ['run.json', 'outcomes.jsonl', 'problems.jsonl']) await replaceFile(this.#draft, place, name);
      await rm(this.#draft, { recursive: true, force: true });
    });
  }

  async discard(): Promise<void> {
    await rm(this.#draft, { recursive: true, force: true });
  }
}

/** Other files of the user in the folder stay where they are. */
async function replaceFile(draft: string, place: string, name: string): Promise<void> {
  await mkdir(place, { recursive: true, mode: PRIVATE_FOLDER });
  await rename(join(draft, name), join(place, name));
}

/** `.muster` belongs to the user alone, and is not for version control. */
export async function makeMusterFolder(path: string): Promise<void> {
  await writing(path, async () => {
    await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
    await chmod(path, PRIVATE_FOLDER);
    await writeFile(join(path, '.gitignore'), '*\n', { mode: PRIVATE_FILE });
  });
}

async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    throw new Failure('RUN_CANNOT_WRITE', { path, reason: error.message });
  }
}
