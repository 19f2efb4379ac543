import { inputFromBytes, type OpenedInput } from './input-from-bytes.ts';
import { INPUT_LIMITS, type InputLimits } from './limits.ts';

/** Content in memory as an input: the same reading as of a file, for tests and for bytes that came another way. */
export function memoryFile(
  path: string,
  content: string | Uint8Array,
  limits: InputLimits = INPUT_LIMITS,
): OpenedInput {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (bytes.byteLength > 0) yield bytes;
  }
  return inputFromBytes({ path, bytes: bytes.byteLength, chunks }, limits);
}
