import type { ModelRecord } from '../../model/trace.ts';
import { isFailure } from '../../problems/is-failure.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import type { Source } from '../define-source.ts';
import { sourceNamed } from '../detect.ts';
import { SOURCES } from '../registry.ts';
import { chooseSource } from './choose-source.ts';
import { discoverInputs, type FoundFile } from './discover.ts';
import type { OpenedInput } from './input-from-bytes.ts';
import { openFile } from './open-file.ts';
import { reportOnce } from './report-once.ts';

/** What became of one file. */
export interface InputReport {
  /** Path relative to the working directory; `-` for standard input. */
  readonly path: string;
  readonly bytes: number;
  /** `unrecognised`: no source reads it. `unreadable`: binary, or refused by the operating system. */
  readonly status: 'read' | 'unrecognised' | 'unreadable' | 'empty';
  /** The source that read it. */
  readonly source?: string;
  /** Why that source was chosen, or why none was. */
  readonly because: string;
  /** SHA-256 of the bytes as they lie on disk, 64 hex digits; of files that were read. */
  readonly sha256?: string;
}

/** What became of all paths; complete once the records have been read to their end. */
export interface InputSummary {
  /** One entry for each file that was opened, in order of path. */
  readonly files: readonly InputReport[];
  /** Files of folders that were not opened, because of their name or kind. */
  readonly leftOut: number;
}

/** A request to read recordings. */
export interface ReadInputsOptions {
  readonly paths: readonly string[];
  /** Absolute path that relative paths start from. */
  readonly cwd: string;
  /** Name of the source that reads every file, instead of detection. */
  readonly source?: string;
  /** Collects odd data; with `--strict` it throws. */
  readonly report: (problem: Problem) => void;
  /** The sources to choose from; the built-in ones by default. */
  readonly sources?: readonly Source[];
  readonly stdin?: () => AsyncIterable<Uint8Array | string>;
}

/** A record and the name of the source that read it. */
export interface SourcedRecord {
  readonly record: ModelRecord;
  readonly source: string;
}

/** Recordings being read. */
export interface InputReading {
  /** The records of all files with the name of their source, source by source. To be read once, to its end. */
  readonly records: AsyncIterable<SourcedRecord>;
  /** What became of the files that were opened so far. */
  summary(): InputSummary;
}

type Entry = { report: InputReport; input?: OpenedInput; source?: Source };

function vanished({ path }: FoundFile, report: (problem: Problem) => void): Entry {
  const because = 'it was removed before it could be read';
  report(problem('INPUT_UNREADABLE', { reason: because }, { file: path }));
  return { report: { path, bytes: 0, status: 'unreadable', because } };
}

async function openEntry(
  file: FoundFile,
  named: Source | undefined,
  sources: readonly Source[],
  report: (problem: Problem) => void,
): Promise<Entry> {
  const input = await openFile(file.absolutePath, file.path).catch((error: unknown) => {
    if (isFailure(error)) return undefined;
    throw error;
  });
  if (!input) return vanished(file, report);
  const choice = await chooseSource(input, file.isNamed, named, sources);
  if (choice.problem) report(choice.problem);
  const { status, because, source } = choice;
  const base = { path: file.path, bytes: input.bytes, status, because };
  return source ? { report: { ...base, source: source.name }, input, source } : { report: base };
}

/**
 * Finds the files, chooses a source for each by its content, and reads them. Throws Failure INPUT_NOT_FOUND or
 * SOURCE_UNKNOWN when the first record is asked for; everything else that is odd is reported and reading goes on.
 */
export function readInputs(options: ReadInputsOptions): InputReading {
  const sources = options.sources ?? SOURCES;
  const report = reportOnce(options.report);
  const entries: Entry[] = [];
  let leftOut = 0;

  async function* records(): AsyncGenerator<SourcedRecord> {
    const named = options.source === undefined ? undefined : sourceNamed(options.source, sources);
    const found = await discoverInputs(options.paths, options.cwd, report, options.stdin);
    leftOut = found.leftOut;
    try {
      for (const file of found.files) entries.push(await openEntry(file, named, sources, report));
      for (const source of sources) {
        const own = entries.filter((entry) => entry.source === source);
        const inputs = own.flatMap(({ input }) => (input ? [input] : []));
        if (inputs.length > 0) {
          for await (const record of source.read(inputs, { report })) yield { record, source: source.name };
        }
        for (const entry of own) await addDigest(entry);
      }
    } finally {
      await found.close();
    }
  }

  return { records: records(), summary: () => ({ files: entries.map((entry) => entry.report), leftOut }) };
}

async function addDigest(entry: Entry): Promise<void> {
  if (entry.input) entry.report = { ...entry.report, sha256: await entry.input.digest() };
}
