import { type Problem, problem } from '../problems/problem.ts';
import { addContent } from './add-content.ts';
import { canonicalJson } from './canonical-json.ts';
import { compareSpans, compareText } from './canonical-order.ts';
import type { EvaluationCase } from './case.ts';
import { cutParentCycles } from './cut-cycles.ts';
import type { Delegation } from './delegation.ts';
import { uniqueSpans } from './same-span.ts';
import type { Span } from './span.ts';
import type { ContentRecord, Finding, ModelRecord, Session, Trace, TraceRecord } from './trace.ts';
import { isTruncated } from './truncated.ts';

/** A case as its source carried it; `traceId` where the record belongs to one trace. */
export interface CarriedCase {
  readonly case: EvaluationCase;
  readonly traceId?: string;
}

/** Which source a record came from. */
export interface RecordOrigin {
  readonly name: string;
  readonly runUnit: 'trace' | 'session';
}

export interface Assembled {
  readonly sessions: readonly Session[];
  readonly cases: readonly CarriedCase[];
}

interface Bucket {
  spans: Span[];
  delegations: Delegation[];
  content: ContentRecord[];
  records: TraceRecord[];
  origins: Map<string, RecordOrigin['runUnit']>;
}

/**
 * Collects records, in any order and from any number of files, and gives back whole sessions.
 * Holds all records until `finish`.
 */
export class Assembly {
  readonly #traces = new Map<string, Bucket>();
  readonly #cases: CarriedCase[] = [];
  readonly #report: (problem: Problem) => void;

  constructor(report: (problem: Problem) => void) {
    this.#report = report;
  }

  add(record: ModelRecord, origin: RecordOrigin): void {
    if (record.type === 'problem') {
      this.#report(record.problem);
      return;
    }
    if (record.type === 'case') {
      this.#cases.push(
        record.traceId === undefined ? { case: record.case } : { case: record.case, traceId: record.traceId },
      );
      return;
    }
    if (record.type === 'span') this.#bucket(record.span.traceId, origin).spans.push(record.span);
    else if (record.type === 'delegation')
      this.#bucket(record.delegation.traceId, origin).delegations.push(record.delegation);
    else if (record.type === 'trace') this.#bucket(record.traceId, origin).records.push(record);
    else this.#bucket(record.traceId, origin).content.push(record);
  }

  finish(): Assembled {
    const sessions = new Map<string, Trace[]>();
    for (const [traceId, bucket] of this.#traces) {
      const trace = assembleTrace(traceId, bucket, this.#report);
      if (!trace) continue;
      const traces = sessions.get(trace.sessionId) ?? [];
      sessions.set(trace.sessionId, traces);
      traces.push(trace);
    }
    const ordered = [...sessions].map(([sessionId, traces]) => ({ sessionId, traces: traces.sort(compareTraces) }));
    ordered.sort((a, b) => compareText(a.sessionId, b.sessionId));
    return { sessions: ordered, cases: this.#cases };
  }

  #bucket(traceId: string, origin: RecordOrigin): Bucket {
    let bucket = this.#traces.get(traceId);
    if (!bucket) {
      bucket = { spans: [], delegations: [], content: [], records: [], origins: new Map() };
      this.#traces.set(traceId, bucket);
    }
    bucket.origins.set(origin.name, origin.runUnit);
    return bucket;
  }
}

function compareTraces(a: Trace, b: Trace): number {
  const first = a.spans[0];
  const second = b.spans[0];
  if (first && second && first.startNs !== second.startNs) return compareSpans(first, second);
  return compareText(a.traceId, b.traceId);
}

function assembleTrace(traceId: string, bucket: Bucket, report: (problem: Problem) => void): Trace | undefined {
  const findings: Finding[] = [];
  const unique = uniqueSpans(bucket.spans);
  if (unique.duplicates.length)
    findings.push(
      finding('duplicate_spans', 'spans were recorded more than once; each counts once', unique.duplicates),
    );
  for (const { spanId, spans } of unique.collisions) {
    report(problem('SOURCE_ID_COLLISION', { span: spanId, count: spans.length }, spans[0]?.at));
    findings.push(
      finding(
        'id_collision',
        `different spans share the id ${spanId}`,
        spans.map((span) => span.spanId),
      ),
    );
  }
  const { spans, cut } = cutParentCycles(addContent(unique.spans, bucket.content, report).sort(compareSpans));
  for (const span of cut) report(problem('SOURCE_PARENT_CYCLE', { span: span.spanId }, span.at));
  if (cut.length)
    findings.push(
      finding(
        'parent_cycle',
        'the parents of spans form a cycle',
        cut.map((span) => span.spanId),
      ),
    );
  const truncated = spans.filter((span) => isTruncated(span.attributes));
  if (truncated.length)
    findings.push(
      finding(
        'truncated_attributes',
        'attributes, events or links of spans were left out at a limit of their recorder',
        truncated.map((span) => span.spanId),
      ),
    );
  if (spans.length === 0 && bucket.delegations.length === 0 && bucket.records.length === 0) return undefined;

  const sessionIds = reportedSessions(spans, bucket.records);
  if (sessionIds.length > 1)
    findings.push(finding('split_session', `spans of one trace name ${sessionIds.length} sessions`, []));
  const terminals = bucket.records.flatMap((record) => (record.terminal ? [record.terminal] : []));
  terminals.sort((a, b) => compareText(canonicalJson(b), canonicalJson(a)));
  const [source = 'unknown', runUnit = 'trace'] = [...bucket.origins].sort((a, b) => compareText(a[0], b[0]))[0] ?? [];
  const [terminal] = terminals;
  return {
    traceId,
    sessionId: sessionIds[0] ?? traceId,
    sessionIdSource: sessionIds.length ? 'reported' : 'trace',
    source,
    runUnit,
    spans,
    delegations: uniqueDelegations(bucket.delegations),
    ...(terminal && { terminal }),
    findings,
  };
}

/** A finding about some spans of a trace. */
export function finding(kind: string, message: string, spanIds: readonly string[]): Finding {
  const sorted = [...spanIds].sort(compareText);
  return { kind, message, count: Math.max(1, sorted.length), spanIds: sorted.slice(0, 20) };
}

/** Session ids that the spans name, the one of the first root in front. */
function reportedSessions(spans: readonly Span[], records: readonly TraceRecord[]): string[] {
  const ids = new Set<string>();
  for (const span of spans) if (span.sessionId !== undefined && span.parentId === undefined) ids.add(span.sessionId);
  for (const id of records.flatMap((record) => record.sessionId ?? []).sort(compareText)) ids.add(id);
  for (const span of spans) if (span.sessionId !== undefined) ids.add(span.sessionId);
  return [...ids];
}

function uniqueDelegations(recorded: readonly Delegation[]): Delegation[] {
  const byId = new Map<string, Delegation>();
  for (const edge of recorded) {
    const known = byId.get(edge.id);
    if (!known || canonicalJson({ ...edge, at: undefined }) > canonicalJson({ ...known, at: undefined }))
      byId.set(edge.id, edge);
  }
  return [...byId.values()].sort((a, b) => compareText(a.id, b.id));
}
