import type { Json } from '../model/json.ts';
import type { At } from '../problems/problem.ts';

export type Scope = 'span' | 'trace' | 'session';

/** What a metric scored. `session_id` is absent only for a case whose trace is missing. */
export interface PartitionRef {
  readonly type: Scope;
  readonly session_id?: string;
  readonly trace_id?: string;
  readonly span_id?: string;
  readonly agent?: string;
}

/** A place in the evidence: a span, a message or part of it, and where it stands in the input. */
export interface Ref {
  readonly span_id?: string;
  readonly message?: number;
  readonly part?: number;
  readonly at?: At;
}

/** A bound is null where nothing limits the value on that side. */
export type Bounds = readonly [number | null, number | null];

/**
 * The four ways a metric can answer. `not_applicable`: nothing to score. `unresolved`: a target, but evidence is
 * missing. `error`: the metric or its judge failed. Never NaN, never 0 for unknown.
 */
export type Verdict =
  | {
      readonly status: 'scored';
      readonly score: number;
      readonly label?: string;
      readonly reason?: string;
      readonly bounds?: Bounds;
    }
  | { readonly status: 'not_applicable'; readonly score: null; readonly reason: string }
  | { readonly status: 'unresolved'; readonly score: null; readonly reason: string; readonly bounds: Bounds }
  | { readonly status: 'error'; readonly score: null; readonly reason: string; readonly message: string };

/** What every answer carries. */
export interface Grounds {
  /** One plain sentence. Quotes at most 200 characters of content. */
  readonly because: string;
  readonly evidence: readonly Ref[];
  readonly details: Readonly<Record<string, Json>>;
}

/** One answer of a metric about one partition, in its wire form. */
export type Outcome = Verdict &
  Grounds & {
    /** 16 hex digits of the hash of metric, config_hash, partition and case_id. */
    readonly id: string;
    readonly metric: string;
    readonly version: string;
    readonly config_hash: string;
    readonly partition: PartitionRef;
    readonly case_id?: string;
    /** Kinds of the health findings that concern this partition. */
    readonly touched_by: readonly string[];
    /** Facts by which summaries, gates and filters group; absent means unknown. */
    readonly facets: Facets;
  };

/** Facts of a partition that summaries, gates and filters go by. */
export interface Facets {
  readonly source: string;
  readonly agent?: string;
  readonly depth?: number;
  readonly delegated?: boolean;
  readonly tool?: string;
  readonly task?: string;
  readonly task_version?: string;
  readonly trial?: string;
  readonly tags?: readonly string[];
  /** How the run ended; of a session, its last one. */
  readonly terminal?: string;
  /** Whether a person took over, where that was looked for and is known. */
  readonly escalated?: boolean;
}
