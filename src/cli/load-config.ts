import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type LoadedConfig, NO_CONFIG } from '../config/loaded-config.ts';
import { CONFIG_PLACES, readConfig } from '../config/read-config.ts';
import { Failure } from '../problems/failure.ts';
import { withDeclaredFiles } from './load-declared.ts';

/** The configuration of a flag, else the first that is found, else none. */
export async function loadConfig(flag: string | undefined, cwd: string): Promise<LoadedConfig> {
  const path = flag ?? (await firstThatExists(cwd));
  if (path === undefined) return NO_CONFIG;
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Failure('CONFIG_NOT_FOUND', { path });
    throw new Failure('CONFIG_UNREADABLE', { reason: error.message }, { file: path });
  });
  return withDeclaredFiles(readConfig(path, text), cwd);
}

async function firstThatExists(cwd: string): Promise<string | undefined> {
  for (const path of CONFIG_PLACES) {
    const found = await access(resolve(cwd, path)).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return undefined;
}
