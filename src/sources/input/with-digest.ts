import { createHash } from 'node:crypto';
import type { ByteSource } from './byte-source.ts';

/** A byte source that knows its SHA-256: taken while it is read to its end, or by a reading of its own. */
export interface DigestedSource extends ByteSource {
  /** SHA-256 of the raw bytes, 64 hex digits. */
  digest(): Promise<string>;
}

/** Adds the digest to a source. */
export function withDigest(source: ByteSource): DigestedSource {
  let known: string | undefined;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const hash = known === undefined ? createHash('sha256') : undefined;
    for await (const chunk of source.chunks()) {
      hash?.update(chunk);
      yield chunk;
    }
    if (hash) known = hash.digest('hex');
  }
  async function digest(): Promise<string> {
    if (known !== undefined) return known;
    const hash = createHash('sha256');
    for await (const chunk of source.chunks()) hash.update(chunk);
    known = hash.digest('hex');
    return known;
  }
  return { path: source.path, bytes: source.bytes, chunks, digest };
}
