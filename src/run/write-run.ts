import { chmod, mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../problems/failure.ts';
import type { Problem } from '../problems/problem.ts';
import type { Outcome } from '../results/outcome.ts';
import type { RunResult } from '../results/run-result.ts';
import { type ScoreRecord, scoreRecord } from '../results/score-record.ts';
import { TextFile } from './text-file.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const DRAFT = '.draft-';
const STALE_MS = 24 * 60 * 60 * 1000;

/** How results become text, without what the user hides. */
export interface ResultText {
  /** One line of JSON with its line end. */
  outcome(outcome: Outcome | ScoreRecord): string;
  /** One line of JSON with its line end. */
  problem(found: Problem): string;
  /** `run.json`, piece by piece. */
  run(run: RunResult, write: (piece: string) => Promise<void>): Promise<void>;
}

/** Where a run is written: below `.muster/runs` of the working directory, or into a folder of the user's. */
export interface RunPlace {
  readonly cwd: string;
  /** As the user named it. */
  readonly out?: string;
}

/**
 * A run being written: into a draft beside its place first, whose files are moved when all is there. Every method
 * throws Failure RUN_CANNOT_WRITE.
 */
export class RunWriter {
  readonly #place: RunPlace;
  readonly #parent: string;
  /** The outermost folder that was made for this run. */
  readonly #made: string | undefined;
  readonly #draft: string;
  readonly #text: ResultText;
  readonly #outcomes: TextFile;
  readonly #scores: TextFile;
  readonly #problems: TextFile;

  private constructor(place: RunPlace, parent: string, made: string | undefined, draft: string, text: ResultText) {
    this.#place = place;
    this.#parent = parent;
    this.#made = made;
    this.#draft = draft;
    this.#text = text;
    this.#outcomes = new TextFile(join(draft, 'outcomes.jsonl'), PRIVATE_FILE);
    this.#scores = new TextFile(join(draft, 'scores.jsonl'), PRIVATE_FILE);
    this.#problems = new TextFile(join(draft, 'problems.jsonl'), PRIVATE_FILE);
  }

  /** Begins a run. Folders are private to the user. */
  static async begin(place: RunPlace, text: ResultText): Promise<RunWriter> {
    const { cwd, out } = place;
    return writing(out ?? '.muster', async () => {
      if (out === undefined) await makeMusterFolder(join(cwd, '.muster'));
      const parent = out === undefined ? join(cwd, '.muster', 'runs') : resolve(cwd, out);
      const made = await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER });
      await removeStaleDrafts(parent);
      return new RunWriter(place, parent, made, await mkdtemp(join(parent, DRAFT)), text);
    });
  }

  async outcome(outcome: Outcome): Promise<void> {
    await this.#writing(() => this.#outcomes.write(this.#text.outcome(outcome)));
  }

  /** Keeps the score of an outcome that is not listed: a comparison needs all of them. */
  async unlisted(outcome: Outcome): Promise<void> {
    await this.#writing(() => this.#scores.write(this.#text.outcome(scoreRecord(outcome))));
  }

  async problem(found: Problem): Promise<void> {
    await this.#writing(() => this.#problems.write(this.#text.problem(found)));
  }

  /**
   * Ends the run and moves it to its place, in place of an earlier one. Other files of the user stay where they are.
   * Gives back the place, relative to the working directory where it is below `.muster`.
   */
  async finish(run: RunResult, identity: string): Promise<string> {
    const { out } = this.#place;
    const place = out === undefined ? join('.muster', 'runs', identity) : out;
    const folder = out === undefined ? join(this.#parent, identity) : this.#parent;
    await this.#writing(async () => {
      await this.#outcomes.close();
      await this.#scores.close();
      await this.#problems.close();
      const file = new TextFile(join(this.#draft, 'run.json'), PRIVATE_FILE);
      await this.#text.run(run, (piece) => file.write(piece));
      await file.close();
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      // run.json comes last: where it stands, the rest of its run does too.
      for (const name of ['outcomes.jsonl', 'scores.jsonl', 'problems.jsonl', 'run.json'])
        await rename(join(this.#draft, name), join(folder, name));
      await rm(this.#draft, { recursive: true, force: true });
    });
    return place.replaceAll('\\', '/');
  }

  /** Leaves nothing of the run behind. */
  async discard(): Promise<void> {
    await this.#outcomes.abandon();
    await this.#scores.abandon();
    await this.#problems.abandon();
    await rm(this.#draft, { recursive: true, force: true });
    if (this.#made === undefined) return;
    for (let folder = this.#parent; folder.startsWith(this.#made); folder = dirname(folder)) {
      const removed = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!removed) return;
    }
  }

  #writing<T>(work: () => Promise<T>): Promise<T> {
    return writing(this.#place.out ?? '.muster/runs', work);
  }
}

/** What a run left behind that was killed. A draft that was written to within a day may still be at work. */
async function removeStaleDrafts(parent: string): Promise<void> {
  const oldest = Date.now() - STALE_MS;
  for (const name of await readdir(parent)) {
    if (!name.startsWith(DRAFT)) continue;
    const draft = join(parent, name);
    const times = await Promise.all(
      [draft, join(draft, 'outcomes.jsonl'), join(draft, 'problems.jsonl')].map((path) =>
        stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    if (Math.max(...times) < oldest) await rm(draft, { recursive: true, force: true });
  }
}

/** `.muster` belongs to the user alone, and is not for version control. */
async function makeMusterFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
  await chmod(path, PRIVATE_FOLDER);
  await writeFile(join(path, '.gitignore'), '*\n', { mode: PRIVATE_FILE });
}

async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new Failure('RUN_CANNOT_WRITE', { path, reason: error.message });
  }
}
