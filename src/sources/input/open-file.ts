import { open, stat } from 'node:fs/promises';
import type { ByteSource } from './byte-source.ts';
import type { InputFile } from './input-file.ts';
import { inputFromBytes } from './input-from-bytes.ts';

const BUFFER_BYTES = 4 * 1024 * 1024;

async function* readChunks(absolutePath: string, size: number): AsyncGenerator<Uint8Array> {
  const handle = await open(absolutePath, 'r');
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(BUFFER_BYTES, Math.max(size + 1, 64 * 1024)));
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** A file of the disk as an input; `displayPath` is what problems and results call it. */
export async function openFile(absolutePath: string, displayPath: string): Promise<InputFile> {
  const { size } = await stat(absolutePath);
  const source: ByteSource = { path: displayPath, bytes: size, chunks: () => readChunks(absolutePath, size) };
  return inputFromBytes(source);
}
