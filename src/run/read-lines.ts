import { createReadStream } from 'node:fs';

/** Tells of a line, before it is parsed, whether it can matter. */
export type LineFilter = (line: string) => boolean;

/** The values of a file of JSON lines that this tool wrote. Only a line feed ends a line. */
export async function* readLines<T>(path: string, matters?: LineFilter): AsyncGenerator<T> {
  for await (const batch of readBatches<T>(path, matters)) yield* batch;
}

/** The same values, as many at a time as are read from the file at once. */
export async function* readBatches<T>(path: string, matters: LineFilter = () => true): AsyncGenerator<readonly T[]> {
  const pieces: string[] = [];
  const parse = (lines: readonly string[]): T[] =>
    lines.flatMap((line) => (line.trim() === '' || !matters(line) ? [] : [JSON.parse(line) as T]));
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
    const lines = String(chunk).split('\n');
    const rest = lines.pop() ?? '';
    if (lines.length) {
      lines[0] = pieces.join('') + (lines[0] ?? '');
      pieces.length = 0;
      yield parse(lines);
    }
    pieces.push(rest);
  }
  yield parse([pieces.join('')]);
}
