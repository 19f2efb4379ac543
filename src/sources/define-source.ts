import type { ModelRecord } from '../model/trace.ts';
import type { Problem } from '../problems/problem.ts';
import type { InputFile } from './input/input-file.ts';

/** The beginning of a file, as detection sees it. Detection reads nothing else. */
export interface Opening {
  /** Path as the user gave it or as it was found, with forward slashes. */
  readonly path: string;
  /** The first bytes (at most 64 KiB) as text, without a byte order mark. */
  readonly text: string;
  /** `document` when the file is one JSON value, `lines` when it has one record a line, `other` else. */
  readonly shape: 'document' | 'lines' | 'other';
  /**
   * The parsed records of the opening: up to 20 lines, or the document itself where all of it is in the opening; of one
   * that breaks, what can be read.
   */
  readonly records: readonly unknown[];
  /** Keys of the top-level object of a document, also where the document is longer than the opening. */
  readonly topKeys: readonly string[];
  /** Keys of the first element when the document is a list of objects. */
  readonly itemKeys: readonly string[];
}

/** Why a source reads a file. `definite`: the shape belongs to this format alone. */
export interface Detection {
  readonly confidence: 'definite' | 'likely';
  readonly because: string;
}

/** What a source is given besides its files. */
export interface ReadContext {
  /** Collects odd data; reading goes on. With `--strict` the first call throws. */
  readonly report: (problem: Problem) => void;
}

/** A format: how to recognise it and how to translate it into the model. A source never judges. */
export interface Source {
  /** The name that `--source` takes, and the name of its folder. */
  readonly name: string;
  readonly title: string;
  /** One line: what the files are and where they are usually found. */
  readonly summary: string;
  /** What one run of the root loop is in this format. */
  readonly runUnit: 'trace' | 'session';
  /** Tools that the framework itself provides; they count as declared. */
  readonly frameworkTools: readonly string[];
  detect(opening: Opening): Detection | undefined;
  /**
   * Translates the files that were found to be this format. All of them come at once, because a recording may be
   * spread over several; JSON lines are streamed, one file after another.
   */
  read(files: readonly InputFile[], context: ReadContext): AsyncIterable<ModelRecord>;
}

/** Declares a source. A plain identity: it gives the object its type and a place to look for its meaning. */
export function defineSource(source: Source): Source {
  return source;
}
