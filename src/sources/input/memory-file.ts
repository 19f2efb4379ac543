import type { InputFile } from './input-file.ts';
import { inputFromBytes } from './input-from-bytes.ts';

/** Content in memory as an input: the same reading as of a file, for tests and for bytes that came another way. */
export function memoryFile(path: string, content: string | Uint8Array): InputFile {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  return inputFromBytes({
    path,
    bytes: bytes.byteLength,
    async *chunks() {
      if (bytes.byteLength > 0) yield bytes;
    },
  });
}
