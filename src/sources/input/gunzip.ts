import { createGunzip } from 'node:zlib';
import { type Problem, problem } from '../../problems/problem.ts';
import type { InputLimits } from './limits.ts';

// Small slices bound what one step can inflate (about 1000 : 1) before the limits are looked at again.
const SLICE_BYTES = 16 * 1024;
const OUTPUT_BYTES = 128 * 1024;

/** An inflater that takes slices and keeps what they inflate to until it is asked for. */
class Inflater {
  readonly #gunzip = createGunzip({ chunkSize: OUTPUT_BYTES });
  #ready: Uint8Array[] = [];
  #wake: () => void = () => {};
  #given = 0;
  lastSliceStart = 0;
  inflated = 0;
  failure: string | undefined;
  isEnded = false;

  constructor() {
    this.#gunzip.on('data', (chunk: Uint8Array) => {
      this.#ready.push(chunk);
      this.inflated += chunk.byteLength;
    });
    this.#gunzip.on('error', (error) => {
      this.failure ??= error.message;
      this.#wake();
    });
    this.#gunzip.on('end', () => {
      this.isEnded = true;
      this.#wake();
    });
  }

  get compressed(): number {
    return this.#given;
  }

  /** Where bytes follow that are no further member, zlib ends by itself and answers no more; zeros are padding. */
  async write(slice: Uint8Array): Promise<void> {
    const before = this.#given;
    this.lastSliceStart = before;
    this.#given += slice.byteLength;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#gunzip.write(slice, () => resolve());
    });
    if (this.isEnded && slice.subarray(this.#gunzip.bytesWritten - before).some((byte) => byte !== 0))
      this.failure ??= 'what follows its end is not gzip';
  }

  async finish(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#gunzip.end();
    });
  }

  take(): Uint8Array[] {
    return this.#ready.splice(0);
  }

  destroy(): void {
    this.#gunzip.destroy();
  }
}

function limitReached(inflated: number, compressed: number, limits: InputLimits): boolean {
  if (inflated > limits.inflated) return true;
  return inflated > limits.ratioAbove && inflated > compressed * limits.ratio;
}

/** The first `count` bytes of the output are dropped, the rest is passed on. */
function* without(chunks: readonly Uint8Array[], count: number): Generator<Uint8Array, number> {
  let left = count;
  for (const chunk of chunks) {
    if (chunk.byteLength > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.byteLength);
  }
  return left;
}

/**
 * zlib drops what it inflated in the very step that failed. Inflates once more up to that step, then byte by byte, and
 * gives what was dropped.
 */
async function* salvage(again: AsyncIterable<Uint8Array>, failed: Inflater): AsyncGenerator<Uint8Array> {
  const inflater = new Inflater();
  let known = failed.inflated;
  try {
    for await (const chunk of again) {
      for (let start = 0; start < chunk.byteLength; ) {
        const size = Math.max(1, Math.min(failed.lastSliceStart - inflater.compressed, SLICE_BYTES));
        await inflater.write(chunk.subarray(start, start + size));
        known = yield* without(inflater.take(), known);
        if (inflater.failure || inflater.isEnded) return;
        start += size;
      }
    }
  } finally {
    inflater.destroy();
  }
}

/**
 * Inflates gzip of one or several members. A cut or damaged stream gives what came before the damage, a bomb what came
 * before the limit; both are reported. `again` reads the compressed bytes from their start.
 */
export async function* gunzipChunks(
  compressedChunks: AsyncIterable<Uint8Array>,
  again: () => AsyncIterable<Uint8Array>,
  file: string,
  report: (problem: Problem) => void,
  limits: InputLimits,
): AsyncGenerator<Uint8Array> {
  const inflater = new Inflater();
  try {
    for await (const chunk of compressedChunks) {
      for (let start = 0; start < chunk.byteLength && !inflater.isEnded && !inflater.failure; start += SLICE_BYTES) {
        await inflater.write(chunk.subarray(start, start + SLICE_BYTES));
        yield* inflater.take();
        const { inflated: bytes, compressed } = inflater;
        if (!limitReached(bytes, compressed, limits)) continue;
        report(problem('INPUT_INFLATE_LIMIT', { bytes, ratio: `${Math.round(bytes / compressed)}:1` }, { file }));
        return;
      }
    }
    if (inflater.failure) yield* salvage(again(), inflater);
    else if (!inflater.isEnded) await inflater.finish();
    yield* inflater.take();
    if (inflater.failure) report(problem('INPUT_TRUNCATED_GZIP', { reason: inflater.failure }, { file }));
  } finally {
    inflater.destroy();
  }
}
