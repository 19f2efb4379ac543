import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The values of a file of JSON lines that this tool wrote. */
export async function* readLines<T>(path: string): AsyncGenerator<T> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line !== '') yield JSON.parse(line) as T;
}
