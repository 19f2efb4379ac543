import type { At, Problem } from '../../problems/problem.ts';
import { problem } from '../../problems/problem.ts';
import type { ByteSource } from './byte-source.ts';
import type { InputFile, JsonLine } from './input-file.ts';
import { splitLines } from './split-lines.ts';

function parse(text: string, at: At, report: (problem: Problem) => void): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    report(problem('INPUT_BAD_JSON', { reason: (error as Error).message }, at));
    return undefined;
  }
}

async function* readLines(source: ByteSource, report: (problem: Problem) => void): AsyncGenerator<JsonLine> {
  for await (const batch of splitLines(source.chunks())) {
    for (const { line, bytes } of batch) {
      const text = bytes.toString('utf8').trim();
      if (text === '') continue;
      const at = { file: source.path, line };
      const value = parse(text, at, report);
      if (value === undefined) continue;
      if (typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length === 0))
        yield { line, value };
      else report(problem('INPUT_NOT_A_RECORD', { found: text }, at));
    }
  }
}

async function readDocument(source: ByteSource, report: (problem: Problem) => void): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  for await (const chunk of source.chunks()) pieces.push(Uint8Array.from(chunk));
  return parse(Buffer.concat(pieces).toString('utf8'), { file: source.path }, report);
}

/** An input over raw bytes: the one way in which files, memory and standard input are read. */
export function inputFromBytes(source: ByteSource): InputFile {
  return {
    path: source.path,
    bytes: source.bytes,
    lines: (report) => readLines(source, report),
    document: (report) => readDocument(source, report),
  };
}
