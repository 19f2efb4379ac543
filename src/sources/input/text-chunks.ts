import { type Problem, problem } from '../../problems/problem.ts';
import type { ByteSource } from './byte-source.ts';
import { contentKind } from './content-kind.ts';
import { gunzipChunks } from './gunzip.ts';
import type { InputLimits } from './limits.ts';
import { isSystemError, systemReason } from './system-error.ts';

type Report = (problem: Problem) => void;

/** Joins the first chunks until there is enough to tell the kind of content. */
async function* withFullStart(chunks: AsyncIterable<Uint8Array>, enough: number): AsyncGenerator<Uint8Array> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk;
    } else if (start.length === 0 && chunk.byteLength >= enough) {
      start = undefined;
      yield chunk;
    } else {
      start = Buffer.concat([start, chunk]);
      if (start.length < enough) continue;
      yield start;
      start = undefined;
    }
  }
  if (start !== undefined && start.length > 0) yield start;
}

async function* transcode(chunks: AsyncIterable<Uint8Array>, encoding: string, skip: number): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let toSkip = skip;
  for await (const chunk of chunks) {
    yield Buffer.from(decoder.decode(chunk.subarray(toSkip), { stream: true }), 'utf8');
    toSkip = 0;
  }
  yield Buffer.from(decoder.decode(), 'utf8');
}

/** Text out of bytes; `again` reads the bytes anew, and is missing where they come out of gzip already. */
async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  again: (() => AsyncIterable<Uint8Array>) | undefined,
  file: string,
  report: Report,
  limits: InputLimits,
): AsyncGenerator<Uint8Array> {
  const iterator = withFullStart(chunks, 4096)[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield first.value as Uint8Array;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return(undefined);
    }
  }
  const content = contentKind(first.value);
  if (content.kind === 'gzip' && again) {
    yield* decoded(gunzipChunks(all(), again, file, report, limits), undefined, file, report, limits);
  } else if (content.kind === 'utf-16le' || content.kind === 'utf-16be') {
    yield* transcode(all(), content.kind, content.skip);
  } else if (content.kind === 'utf-8') {
    let skip = content.skip;
    for await (const chunk of all()) {
      yield chunk.subarray(skip);
      skip = 0;
    }
  } else {
    await iterator.return(undefined);
    const reason = content.kind === 'gzip' ? 'it is compressed twice' : content.reason;
    report(problem('INPUT_BINARY', { reason }, { file }));
  }
}

/**
 * The content as chunks of UTF-8 text: inflated, transcoded from UTF-16, without a byte order mark. Binary content and
 * errors of the operating system are reported and end the text.
 */
export async function* textChunks(source: ByteSource, report: Report, limits: InputLimits): AsyncGenerator<Uint8Array> {
  try {
    yield* decoded(source.chunks(), source.chunks, source.path, report, limits);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    report(problem('INPUT_UNREADABLE', { reason: systemReason(error) }, { file: source.path }));
  }
}
