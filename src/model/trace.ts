import type { Problem } from '../problems/problem.ts';
import type { EvaluationCase } from './case.ts';
import type { Delegation } from './delegation.ts';
import type { Span } from './span.ts';
import type { Terminal } from './terminal.ts';
import type { ToolContent } from './tool-content.ts';

/** One run of the root loop. Spans stand in canonical order: start, then id. */
export interface Trace {
  readonly traceId: string;
  readonly sessionId: string;
  /** `trace`: no conversation was named, so the trace forms a session of its own. */
  readonly sessionIdSource: 'reported' | 'trace';
  /** Name of the source that read it. */
  readonly source: string;
  /** What one run is in this format. */
  readonly runUnit: 'trace' | 'session';
  readonly spans: readonly Span[];
  /** Delegations that the recording states; the inferred ones are a view. */
  readonly delegations: readonly Delegation[];
  readonly terminal?: Terminal;
  readonly case?: EvaluationCase;
  /** Findings of the assembly: duplicates that were dropped, ids that collide, sessions that disagree. */
  readonly findings: readonly Finding[];
}

/** One conversation: its traces in order of start, then id. */
export interface Session {
  readonly sessionId: string;
  readonly traces: readonly Trace[];
}

/** A statement about the evidence itself, shown before any metric and named by the outcomes that it touches. */
export interface Finding {
  readonly kind: string;
  readonly message: string;
  readonly count: number;
  /** The first spans concerned, at most 20. */
  readonly spanIds: readonly string[];
}

/** What a source yields, one after another, in any order. */
export type ModelRecord =
  | { readonly type: 'span'; readonly span: Span }
  | { readonly type: 'delegation'; readonly delegation: Delegation }
  | TraceRecord
  | ContentRecord
  | { readonly type: 'case'; readonly case: EvaluationCase; readonly traceId?: string }
  | { readonly type: 'problem'; readonly problem: Problem };

/** Facts of a trace as a whole. */
export interface TraceRecord {
  readonly type: 'trace';
  readonly traceId: string;
  readonly sessionId?: string;
  readonly terminal?: Terminal;
}

/**
 * Messages of a span that stand apart from it, such as log records. They fill what the span itself lacks; for the span of
 * a tool call they are its arguments and its result.
 */
export interface ContentRecord {
  readonly type: 'content';
  readonly traceId: string;
  readonly spanId: string;
  /** Several records of one span are joined in order of time. */
  readonly timeNs?: bigint;
  readonly inputMessages?: Span['inputMessages'];
  readonly outputMessages?: Span['outputMessages'];
  readonly systemInstructions?: Span['systemInstructions'];
  readonly toolDefinitions?: Span['toolDefinitions'];
  /** What it says of the tool call that its span runs. */
  readonly tool?: ToolContent;
  /** How many attributes its recorder left out. */
  readonly droppedAttributes?: number;
  readonly at: Span['at'];
}
