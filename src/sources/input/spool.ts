import { rmSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Content of a stream on disk, so that it can be read more than once. */
export interface Spooled {
  readonly path: string;
  remove(): Promise<void>;
}

/** Writes a stream to a file that only this user may read. It is removed by `remove`, at the latest when the process ends. */
export async function spool(chunks: AsyncIterable<Uint8Array | string>): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-'));
  const removeAtExit = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeAtExit);
  async function remove(): Promise<void> {
    process.off('exit', removeAtExit);
    await rm(folder, { recursive: true, force: true });
  }
  const path = join(folder, 'stdin');
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await handle.appendFile(chunk);
    } finally {
      await handle.close();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}
