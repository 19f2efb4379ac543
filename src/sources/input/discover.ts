import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { Failure } from '../../problems/failure.ts';
import { didYouMean } from '../../problems/near-names.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { type Spooled, spool } from './spool.ts';
import { systemReason } from './system-error.ts';
import { type Walk, walkFolder } from './walk-folder.ts';

/** A file to read. */
export interface FoundFile {
  readonly absolutePath: string;
  /** Path relative to the working directory, with forward slashes; `-` for standard input. */
  readonly path: string;
  /** True when the user named this very file, by its path or by a glob; false when it was met in a folder. */
  readonly isNamed: boolean;
}

/** Everything that the paths lead to, each file once, in order of path. */
export interface Discovery {
  readonly files: readonly FoundFile[];
  /** Files of folders that were left out by their name (no extension of a recording) or kind. */
  readonly leftOut: number;
  /** Removes what was spooled. */
  close(): Promise<void>;
}

const STDIN = '-';

/** Errors that say that there is nothing at a path; a glob is no path either. */
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL']);

type Stream = AsyncIterable<Uint8Array | string>;

class Discoverer {
  readonly #cwd: string;
  readonly #walk: Walk;
  readonly #files = new Map<string, FoundFile>();
  readonly #spooled: Spooled[] = [];
  #leftOut = 0;

  constructor(cwd: string, report: (problem: Problem) => void) {
    this.#cwd = cwd;
    this.#walk = {
      visited: new Set(),
      displayPath: (path) => this.#display(path),
      report,
      leaveOut: () => {
        this.#leftOut++;
      },
    };
  }

  #display(absolutePath: string): string {
    const path = relative(this.#cwd, absolutePath) || '.';
    return sep === '/' ? path : path.replaceAll(sep, '/');
  }

  #add(realPath: string, absolutePath: string, isNamed: boolean): void {
    const known = this.#files.get(realPath);
    if (known?.isNamed || (known && !isNamed)) return;
    this.#files.set(realPath, { absolutePath, path: this.#display(absolutePath), isNamed });
  }

  /** A path that exists, or Failure INPUT_NOT_FOUND when it does not and is no glob either. */
  async addPath(given: string): Promise<void> {
    const absolutePath = resolve(this.#cwd, given);
    const error = await stat(absolutePath).then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    if (error === undefined) return this.#addExisting(absolutePath);
    if (!ABSENT.has(error.code ?? '')) return this.#unreadable(absolutePath, systemReason(error));
    const matches = await globMatches(given, this.#cwd);
    if (matches.length === 0) throw await notFound(given, absolutePath);
    for (const match of matches) await this.#addExisting(match);
  }

  async #addExisting(absolutePath: string): Promise<void> {
    const found = await stat(absolutePath).catch(systemReason);
    if (typeof found === 'string') this.#unreadable(absolutePath, found);
    else if (found.isDirectory()) {
      for await (const file of walkFolder(absolutePath, this.#walk)) this.#add(file.realPath, file.absolutePath, false);
    } else if (found.isFile()) this.#add(await realpath(absolutePath), absolutePath, true);
    else if (found.isFIFO()) await this.#addPipe(absolutePath);
    else this.#unreadable(absolutePath, 'it is a device or a socket');
  }

  #unreadable(absolutePath: string, reason: string): void {
    this.#walk.report(problem('INPUT_UNREADABLE', { reason }, { file: this.#display(absolutePath) }));
  }

  /** A named pipe, as the shell makes for `<(…)`, can be read once only. */
  async #addPipe(absolutePath: string): Promise<void> {
    if (this.#files.has(absolutePath)) return;
    const { createReadStream } = await import('node:fs');
    await this.addStream(absolutePath, this.#display(absolutePath), createReadStream(absolutePath));
  }

  async addStream(key: string, path: string, stream: Stream): Promise<void> {
    const spooled = await spool(stream);
    this.#spooled.push(spooled);
    this.#files.set(key, { absolutePath: spooled.path, path, isNamed: true });
  }

  async close(): Promise<void> {
    for (const spooled of this.#spooled.splice(0)) await spooled.remove();
  }

  result(): Discovery {
    const files = [...this.#files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    return { files, leftOut: this.#leftOut, close: () => this.close() };
  }
}

async function globMatches(pattern: string, cwd: string): Promise<string[]> {
  const { glob, isDynamicPattern } = await import('tinyglobby');
  if (!isDynamicPattern(pattern)) return [];
  const options = { cwd, absolute: true, onlyFiles: false, expandDirectories: false, followSymbolicLinks: false };
  const matches = await glob(pattern, options);
  return matches.map((match) => resolve(cwd, match)).sort();
}

async function notFound(given: string, absolutePath: string): Promise<Failure> {
  const names = await readdir(dirname(absolutePath)).catch(() => []);
  return new Failure('INPUT_NOT_FOUND', { path: given, near: didYouMean(basename(absolutePath), names) });
}

/**
 * The files behind paths, folders (walked in depth), quoted globs and `-` for standard input. A file that several paths
 * lead to is found once. Throws Failure INPUT_NOT_FOUND for a path that does not exist or a glob that matches nothing;
 * odd links and folders that may not be read are reported.
 */
export async function discoverInputs(
  paths: readonly string[],
  cwd: string,
  report: (problem: Problem) => void,
  stdin: () => Stream = () => process.stdin,
): Promise<Discovery> {
  const discoverer = new Discoverer(cwd, report);
  try {
    for (const path of paths) if (path !== STDIN) await discoverer.addPath(path);
    if (paths.includes(STDIN)) await discoverer.addStream(STDIN, STDIN, stdin());
    return discoverer.result();
  } catch (error) {
    await discoverer.close();
    throw error;
  }
}
