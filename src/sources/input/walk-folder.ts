import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Problem, problem } from '../../problems/problem.ts';
import { isCandidateName, isRunFolder, isSkippedFolder } from './candidate-names.ts';
import { systemReason } from './system-error.ts';

/** A file met on the walk. */
export interface WalkedFile {
  readonly realPath: string;
  /** Path below the folder as it was walked, which may lead through links. */
  readonly absolutePath: string;
}

/** What a walk needs and what it leaves behind. */
export interface Walk {
  /** Folders by real path that were walked already; shared between walks. */
  readonly visited: Set<string>;
  readonly displayPath: (absolutePath: string) => string;
  readonly report: (problem: Problem) => void;
  /** Counts a file that was left out by its name or kind. */
  readonly leaveOut: (absolutePath: string) => void;
}

interface Folder {
  readonly real: string;
  readonly shown: string;
}

/** True when `folder` is `inner` or holds it. */
function holds(folder: string, inner: string): boolean {
  return inner === folder || inner.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function unreadable(error: unknown, path: string, walk: Walk): void {
  walk.report(problem('INPUT_UNREADABLE', { reason: systemReason(error) }, { file: walk.displayPath(path) }));
}

async function entriesOf(folder: Folder, walk: Walk): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder.real, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } catch (error) {
    unreadable(error, folder.shown, walk);
    return [];
  }
}

/** Follows a link: to a file, or to a folder that is walked later. Undefined when there is nothing to follow. */
async function followLink(path: Folder, walk: Walk): Promise<{ real: string; isFolder: boolean } | undefined> {
  try {
    const real = await realpath(path.real);
    const target = await stat(real);
    if (target.isDirectory() && holds(real, path.real)) {
      walk.report(problem('INPUT_SYMLINK_LOOP', {}, { file: walk.displayPath(path.shown) }));
      return undefined;
    }
    if (target.isDirectory() || target.isFile()) return { real, isFolder: target.isDirectory() };
    walk.leaveOut(path.shown);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOOP')
      walk.report(problem('INPUT_SYMLINK_LOOP', {}, { file: walk.displayPath(path.shown) }));
    else unreadable(error, path.shown, walk);
  }
  return undefined;
}

/**
 * The candidate files below a folder. Each folder is walked once by its real path. Links come after everything else,
 * so that a file is shown by its own path where it has one inside.
 */
export async function* walkFolder(absolutePath: string, walk: Walk): AsyncGenerator<WalkedFile> {
  const folders: Folder[] = [{ real: await realpath(absolutePath), shown: absolutePath }];
  const links: Folder[] = [];
  for (;;) {
    const folder = folders.pop();
    if (folder) {
      yield* walkOne(folder, folders, links, walk);
      continue;
    }
    const link = links.shift();
    if (!link) return;
    const target = await followLink(link, walk);
    if (target?.isFolder) folders.push({ real: target.real, shown: link.shown });
    else if (target) yield { realPath: target.real, absolutePath: link.shown };
  }
}

async function* walkOne(folder: Folder, folders: Folder[], links: Folder[], walk: Walk): AsyncGenerator<WalkedFile> {
  if (walk.visited.has(folder.real)) return;
  walk.visited.add(folder.real);
  const entries = await entriesOf(folder, walk);
  if (isRunFolder(entries.map(({ name }) => name))) {
    for (const { name } of entries) walk.leaveOut(join(folder.shown, name));
    return;
  }
  for (const entry of entries) {
    const path = { real: join(folder.real, entry.name), shown: join(folder.shown, entry.name) };
    if (entry.isDirectory()) {
      if (!isSkippedFolder(entry.name)) folders.push(path);
    } else if (entry.isSymbolicLink()) {
      if (!isSkippedFolder(entry.name)) links.push(path);
    } else if (entry.isFile() && isCandidateName(entry.name)) {
      yield { realPath: path.real, absolutePath: path.shown };
    } else {
      walk.leaveOut(path.shown);
    }
  }
}
