import type { Config, Declared } from '../metrics/define-metric.ts';
import type { Session } from '../model/trace.ts';
import type { Outcome } from '../results/outcome.ts';

/** Where the scorer stands: the file, its export, and what `muster-eval/...` means to it. */
export interface ScorerFile {
  readonly file: string;
  /** Absent: the default export, or one named `score` or `metric`. */
  readonly exported?: string;
  readonly doors: Readonly<Record<string, string>>;
}

/** Names a partition of the session that was sent last. */
export interface PartitionName {
  readonly type: 'span' | 'trace' | 'session';
  /** Position of the trace in its session. */
  readonly trace?: number;
  readonly spanId?: string;
}

/** What a scorer is told, as data. Prices are not among it: a table is a function. */
export interface SentContext {
  readonly config: Config;
  /** Configurations of single spans that differ from it, by trace and span. */
  readonly ofSpans: ReadonlyMap<string, Config | 'disabled'>;
  readonly dependencies: ReadonlyMap<string, readonly Outcome[]>;
  readonly declared: Omit<Declared, 'prices'>;
}

/** What is sent to the worker. */
export type Request =
  | { readonly type: 'session'; readonly session: Session }
  | { readonly type: 'score'; readonly partition: PartitionName; readonly context: SentContext };

/** What it answers: ready once, then one answer for each partition. */
export type Reply =
  | { readonly type: 'ready' }
  | { readonly type: 'unusable'; readonly message: string }
  | { readonly type: 'answer'; readonly answer: unknown }
  | { readonly type: 'threw'; readonly message: string };

/** The key of a span in `ofSpans`. */
export function spanKey(traceId: string, spanId: string): string {
  return `${traceId}\n${spanId}`;
}
