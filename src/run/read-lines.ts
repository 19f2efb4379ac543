import { createReadStream } from 'node:fs';

/** The values of a file of JSON lines that this tool wrote. Only a line feed ends a line. */
export async function* readLines<T>(path: string): AsyncGenerator<T> {
  const pieces: string[] = [];
  const parse = (last: string): T[] => {
    const line = pieces.join('') + last;
    pieces.length = 0;
    return line.trim() === '' ? [] : [JSON.parse(line) as T];
  };
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
    const lines = String(chunk).split('\n');
    const rest = lines.pop() ?? '';
    for (const line of lines) yield* parse(line);
    pieces.push(rest);
  }
  yield* parse('');
}
