import type { Config, Declared } from '../metrics/define-metric.ts';
import type { Session } from '../model/trace.ts';
import type { Outcome } from '../results/outcome.ts';

/** Where the scorer stands: the file, its export, and what `muster-eval/...` means to it. */
export interface ScorerFile {
  readonly file: string;
  /** Absent: the default export, or one named `score` or `metric`. */
  readonly exported?: string;
  readonly doors: Readonly<Record<string, string>>;
  /** Whether its answers name metrics of a family. */
  readonly isFamily: boolean;
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
  | {
      readonly type: 'score';
      readonly id: number;
      readonly partition: PartitionName;
      readonly context: SentContext;
    };

/** The id of the reply to no request: that the scorer was loaded, or could not be. */
export const LOADED = 0;

/** What it answers: one reply for each partition, by the id of its request. */
export type Reply = { readonly id: number } & (
  | { readonly type: 'ready' }
  | { readonly type: 'unusable'; readonly message: string }
  | { readonly type: 'answer'; readonly answer: unknown }
  | { readonly type: 'threw'; readonly message: string }
);

/** The key of a span in `ofSpans`. */
export function spanKey(traceId: string, spanId: string): string {
  return `${traceId}\n${spanId}`;
}
