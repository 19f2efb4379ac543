/** Lines of one stretch of input: complete lines in `bytes`, from `start` to before each line feed. */
export interface Line {
  readonly line: number;
  readonly bytes: Buffer;
}

const LINE_FEED = 0x0a;

/** Lines without their line feed, a chunk at a time. The rest of a chunk is kept as a list of pieces, joined once. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  let pieces: Buffer[] = [];
  let line = 1;
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const batch: Line[] = [];
    let start = 0;
    for (let end = buffer.indexOf(LINE_FEED); end !== -1; end = buffer.indexOf(LINE_FEED, start)) {
      const tail = buffer.subarray(start, end);
      batch.push({ line, bytes: pieces.length > 0 ? Buffer.concat([...pieces, tail]) : tail });
      pieces = [];
      line++;
      start = end + 1;
    }
    if (start < buffer.length) pieces.push(Buffer.from(buffer.subarray(start)));
    if (batch.length > 0) yield batch;
  }
  if (pieces.length > 0) yield [{ line, bytes: Buffer.concat(pieces) }];
}
