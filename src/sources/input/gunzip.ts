import { once } from 'node:events';
import { createGunzip, type Gunzip } from 'node:zlib';
import { type Problem, problem } from '../../problems/problem.ts';
import type { InputLimits } from './limits.ts';

// Small slices bound what one step can inflate (about 1000 : 1) before the limits are looked at again.
const SLICE_BYTES = 32 * 1024;
const OUTPUT_BYTES = 256 * 1024;

function write(gunzip: Gunzip, slice: Uint8Array): Promise<Error | undefined> {
  return new Promise((resolve) => gunzip.write(slice, (error) => resolve(error ?? undefined)));
}

async function finish(gunzip: Gunzip): Promise<Error | undefined> {
  try {
    gunzip.end();
    if (!gunzip.readableEnded) await once(gunzip, 'end');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function limitReached(inflated: number, compressed: number, limits: InputLimits): boolean {
  if (inflated > limits.inflated) return true;
  return inflated > limits.ratioAbove && inflated > compressed * limits.ratio;
}

/**
 * Inflates gzip of one or several members. A cut or damaged stream gives what came before the damage, a bomb what came
 * before the limit; both are reported.
 */
export async function* gunzipChunks(
  compressedChunks: AsyncIterable<Uint8Array>,
  file: string,
  report: (problem: Problem) => void,
  limits: InputLimits,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: OUTPUT_BYTES });
  const ready: Uint8Array[] = [];
  let inflated = 0;
  let compressed = 0;
  let failure: Error | undefined;
  gunzip.on('data', (chunk: Uint8Array) => {
    ready.push(chunk);
    inflated += chunk.byteLength;
  });
  gunzip.on('error', (error) => {
    failure ??= error;
  });
  try {
    for await (const chunk of compressedChunks) {
      for (let start = 0; start < chunk.byteLength && !failure; start += SLICE_BYTES) {
        const slice = chunk.subarray(start, start + SLICE_BYTES);
        compressed += slice.byteLength;
        failure ??= await write(gunzip, slice);
        yield* ready.splice(0);
        if (limitReached(inflated, compressed, limits)) {
          const ratio = `${Math.round(inflated / compressed)}:1`;
          report(problem('INPUT_INFLATE_LIMIT', { bytes: inflated, ratio }, { file }));
          return;
        }
      }
      if (failure) break;
    }
    failure ??= await finish(gunzip);
    yield* ready.splice(0);
    if (failure) report(problem('INPUT_TRUNCATED_GZIP', { reason: failure.message }, { file }));
  } finally {
    gunzip.destroy();
  }
}
