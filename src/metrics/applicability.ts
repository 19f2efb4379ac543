import type { Span, SpanKind } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from '../views/agent-runs.ts';
import { contentCaptured } from '../views/content-captured.ts';
import { spanTree } from '../views/span-tree.ts';
import { hasColumn } from './columns.ts';
import type { Partition, Scoring } from './define-metric.ts';
import type { Manifest } from './manifest.ts';

/** What the manifest alone decides about a partition; undefined when the scorer has to answer. */
export function applicability(manifest: Manifest, partition: Partition): Scoring | undefined {
  const traces = partition.type === 'session' ? partition.session.traces : [partition.trace];
  const kinds = kindsOf(partition, traces);
  if (
    partition.type === 'span' &&
    manifest.required_kinds.includes(manifest.target_kind) &&
    !kinds.has(manifest.target_kind)
  ) {
    return notApplicable(
      'kind_mismatch',
      `the span is ${partition.span.kind}, and the metric scores ${manifest.target_kind}`,
    );
  }
  if (partition.type !== 'span') {
    const missing = manifest.required_kinds.find((kind) => !kinds.has(kind));
    if (missing === manifest.target_kind) return notApplicable('no_target_spans', `no ${missing} span was recorded`);
    if (missing) return notApplicable(`required_kind_missing:${missing}`, `no ${missing} span was recorded`);
  }
  const shape = manifest.unsupported_trace_shapes.find((name) => traces.some((trace) => hasShape(name, trace, traces)));
  if (shape)
    return notApplicable(
      `unsupported_trace_shape:${shape}`,
      `the metric does not support traces with ${shape.replaceAll('_', ' ')}`,
    );
  const spans = partition.type === 'span' ? [partition.span] : traces.flatMap((trace) => trace.spans);
  const column = manifest.required_columns.find((name) => !spans.some((span) => hasColumn(span, name)));
  if (column === undefined) return undefined;
  const because = `${column} was not recorded`;
  return {
    status: 'unresolved',
    score: null,
    reason: `required_column_missing:${column}`,
    bounds: [null, null],
    because,
    evidence: [],
    details: {},
  };
}

function notApplicable(reason: string, because: string): Scoring {
  return { status: 'not_applicable', score: null, reason, because, evidence: [], details: {} };
}

/** Kinds that occur, with wrappers of agents read as CHAIN. */
function kindsOf(partition: Partition, traces: readonly Trace[]): ReadonlySet<SpanKind> {
  const kinds = new Set<SpanKind>();
  const add = (span: Span, trace: Trace): void => {
    kinds.add(span.kind === 'AGENT' && agentRuns(trace).wrappers.has(span.spanId) ? 'CHAIN' : span.kind);
  };
  if (partition.type === 'span') add(partition.span, partition.trace);
  else for (const trace of traces) for (const span of trace.spans) add(span, trace);
  return kinds;
}

const SHAPES: Readonly<Record<string, (trace: Trace, traces: readonly Trace[]) => boolean>> = {
  multiple_roots: (trace) => spanTree(trace).roots.filter((span) => span.parentId === undefined).length > 1,
  orphan_spans: (trace) => spanTree(trace).orphans.length > 0,
  no_timestamps: (trace) => trace.spans.every((span) => span.startNs === undefined),
  content_not_captured: (trace) =>
    !contentCaptured(trace) || trace.spans.some((span) => span.contentCaptured === false),
  single_turn: (_, traces) => traces.length === 1,
  multi_turn: (_, traces) => traces.length > 1,
  truncated_attributes: (trace) => trace.findings.some((finding) => finding.kind === 'truncated_attributes'),
};

/** Names that `unsupported_trace_shapes` may hold. */
export const TRACE_SHAPES = Object.keys(SHAPES);

function hasShape(name: string, trace: Trace, traces: readonly Trace[]): boolean {
  return Object.hasOwn(SHAPES, name) && SHAPES[name]?.(trace, traces) === true;
}
