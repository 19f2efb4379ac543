import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type LoadedConfig, NO_CONFIG } from '../config/loaded-config.ts';
import { CONFIG_PLACES, readConfig } from '../config/read-config.ts';
import { Failure } from '../problems/failure.ts';
import { withDeclaredFiles } from './load-declared.ts';

/** The configuration of a flag, else the first that is found, else none. */
export async function loadConfig(flag: string | undefined, cwd: string): Promise<LoadedConfig> {
  const path = flag ?? (await findConfig(cwd));
  if (path === undefined) return NO_CONFIG;
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Failure('CONFIG_NOT_FOUND', { path });
    throw new Failure('CONFIG_UNREADABLE', { reason: error.message }, { file: path });
  });
  return withDeclaredFiles(readConfig(path, text), cwd);
}

/** The first place of a configuration that exists. */
export async function findConfig(cwd: string): Promise<string | undefined> {
  return firstOf(CONFIG_PLACES, cwd);
}

/** The configuration of agents-cli, where it looks for one itself. */
export async function evalConfig(cwd: string): Promise<string | undefined> {
  const theirs = CONFIG_PLACES.filter((path) => path.includes('/'));
  return firstOf(theirs, cwd);
}

async function firstOf(places: readonly string[], cwd: string): Promise<string | undefined> {
  for (const path of places) {
    const found = await access(resolve(cwd, path)).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
}
