import { open, stat } from 'node:fs/promises';
import { Failure } from '../../problems/failure.ts';
import { inputFromBytes, type OpenedInput } from './input-from-bytes.ts';
import { INPUT_LIMITS, type InputLimits } from './limits.ts';

const BUFFER_BYTES = 4 * 1024 * 1024;
const FIRST_BYTES = 128 * 1024;

async function* readChunks(absolutePath: string): AsyncGenerator<Uint8Array> {
  const handle = await open(absolutePath, 'r');
  try {
    // The first read is small: detection needs no more, and most files of a folder are no longer.
    let buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      if (bytesRead === FIRST_BYTES && buffer.length === FIRST_BYTES) buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
    }
  } finally {
    await handle.close();
  }
}

/**
 * A file of the disk as an input; `displayPath` is what problems and results call it.
 * Throws Failure INPUT_NOT_FOUND when it does not exist. A file that may not be read is reported when it is read.
 */
export async function openFile(
  absolutePath: string,
  displayPath: string,
  limits: InputLimits = INPUT_LIMITS,
): Promise<OpenedInput> {
  const found = await stat(absolutePath).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new Failure('INPUT_NOT_FOUND', { path: displayPath, near: '' });
    return undefined;
  });
  const size = found?.size ?? 0;
  return inputFromBytes({ path: displayPath, bytes: size, chunks: () => readChunks(absolutePath) }, limits);
}
