import type { Problem } from '../problems/problem.ts';
import type { Outcome } from '../results/outcome.ts';
import type { AgentEntry, RunResult } from '../results/run-result.ts';

/** How much of what agents said a report may show. `redacted`: secrets are replaced; `none`: nothing quoted at all. */
export type ContentMode = 'none' | 'redacted' | 'full';

/** What a filter leaves of the lines. Rates, counts, gates and summaries stay those of the whole run. */
export interface LineFilter {
  /** As the user asked for it, such as `agent=geo*, status=short`. */
  readonly asked: string;
  /** False for an agent whose line is left out. */
  readonly shows: (agent: AgentEntry) => boolean;
}

/** Choices of the user that a report follows. */
export interface ReportOptions {
  readonly content: ContentMode;
  /** Terminal colours. */
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  /** Lines of agents, or cases in a list, before the rest is counted. */
  readonly limit: number;
  /** The grouping of the summaries to show, by name; undefined: none. */
  readonly by?: string;
  /** Which agents get a line; outcomes are filtered before they reach the report. Undefined: all. */
  readonly filter?: LineFilter;
  /** Of the report that people read on a terminal only what failed: nothing at all where nothing did. */
  readonly failuresOnly?: boolean;
  /** Further secrets: literal texts, globs (`*`, `?`) or `/regular expressions/`. */
  readonly redact: readonly string[];
  /** Folder that the run was written to. */
  readonly written?: string;
}

/** What a report is made of. */
export interface ReportInput {
  readonly run: RunResult;
  /** Filtered. Each iteration starts anew: a report may need more than one pass. */
  readonly outcomes: AsyncIterable<Outcome> | Iterable<Outcome>;
  /** Those of one metric, where they can be had for less than a pass through all; others may be among them. */
  readonly outcomesOf?: (metric: string) => AsyncIterable<Outcome>;
  readonly problems: AsyncIterable<Problem> | Iterable<Problem>;
  readonly options: ReportOptions;
}

/** Where a report goes, piece by piece. */
export interface Sink {
  write(chunk: string): void | Promise<void>;
}

/** A report: a function of the result. It reads no file, sees no clock, and never builds its whole text. */
export interface Report {
  /** The name that `--format` takes, and the name of its folder. */
  readonly name: string;
  /** One line for `--help`. */
  readonly summary: string;
  readonly mediaType: string;
  /** Of the file it is written to, without a dot. */
  readonly extension: string;
  /** Throws a Failure (CONFIG_BAD_VALUE) when an entry of `redact` is no usable pattern. */
  write(input: ReportInput, sink: Sink): Promise<void>;
}

/** Declares a report. A plain identity: it gives the object its type and a place to look for its meaning. */
export function defineReport(report: Report): Report {
  return report;
}
