import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Failure } from '../problems/failure.ts';

/**
 * Refuses a path that can hold no folder (or no file), before anything is read. Makes nothing. Throws Failure
 * RUN_CANNOT_WRITE.
 */
export async function refuseUnwritable(path: string, kind: 'folder' | 'file', cwd: string): Promise<void> {
  const refuse = (reason: string): Failure => new Failure('RUN_CANNOT_WRITE', { path, reason });
  const target = resolve(cwd, path);
  const found = await kindOf(target);
  if (kind === 'file' && found === 'folder') throw refuse('it is a folder');
  if (kind === 'folder' && found === 'file') throw refuse('it is a file');
  let nearest = target;
  let nearestKind = found;
  while (nearestKind === 'nothing' && dirname(nearest) !== nearest) {
    nearest = dirname(nearest);
    nearestKind = await kindOf(nearest);
  }
  if (nearest !== target && nearestKind === 'file') throw refuse(`'${nearest}' is a file`);
  await access(nearest, constants.W_OK).catch((error: Error) => {
    throw refuse(error.message);
  });
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'nothing'> {
  return stat(path).then(
    (found) => (found.isDirectory() ? 'folder' : 'file'),
    (error: NodeJS.ErrnoException) => (error.code === 'ENOTDIR' || error.code === 'ENOENT' ? 'nothing' : 'file'),
  );
}
