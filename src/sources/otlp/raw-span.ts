import type { Json } from '../../model/json.ts';
import type { Attributes, SpanLink, Status } from '../../model/span.ts';
import type { At, Problem } from '../../problems/problem.ts';

/** Collects odd data while a record is read. */
export type Report = (problem: Problem) => void;

/** An event of a span, or a log record that belongs to one. `body` is what a log carries beside its attributes. */
export interface RawEvent {
  readonly name: string;
  readonly timeNs?: bigint;
  readonly attributes: Attributes;
  readonly body?: Json;
}

/** A span as its container recorded it: ids, times and values decoded, conventions not yet applied. */
export interface RawSpan {
  readonly type: 'span';
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly name: string;
  /** A semantic kind that stands beside the attributes (`span_kind` of Phoenix). */
  readonly kindField?: string;
  readonly startNs?: bigint;
  readonly endNs?: bigint;
  readonly status: Status;
  readonly statusMessage?: string;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  readonly scope?: string;
  readonly events: readonly RawEvent[];
  readonly links: readonly SpanLink[];
  readonly at: At;
}

/** A log record with the ids of its span. */
export interface RawLog {
  readonly type: 'log';
  readonly traceId: string;
  readonly spanId: string;
  readonly event: RawEvent;
  /** How many attributes the recorder left out. */
  readonly dropped?: number;
  readonly at: At;
}

export type RawRecord = RawSpan | RawLog;

/** No attributes at all. */
export const NO_ATTRIBUTES: Attributes = new Map();
