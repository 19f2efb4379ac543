import type { Trace } from '../../model/trace.ts';
import { spanTree } from '../../views/span-tree.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { manifest } from './manifest.ts';

/** The share of spans whose parent was not recorded. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'A trace that enters through a gateway that exports elsewhere has one orphan, its root, and is whole all the same.',
      'Formats without span ids of their own are rebuilt by their source and never have orphans.',
    ],
    decisions: ['Orphans stay in every other metric: they are read as roots.'],
  },
  score: (partition) => {
    if (partition.type === 'trace') return scoreTrace(partition.trace);
    const because = 'orphans are a figure of a whole trace';
    return { status: 'not_applicable', score: null, reason: 'scope_unsupported', because, evidence: [], details: {} };
  },
});

function scoreTrace(trace: Trace): Scoring {
  const total = trace.spans.length;
  if (total === 0) {
    const because = 'the trace has no span';
    return { status: 'not_applicable', score: null, reason: 'no_target_spans', because, evidence: [], details: {} };
  }
  const { orphans, roots } = spanTree(trace);
  const parentless = roots.length - orphans.length;
  return {
    status: 'scored',
    score: orphans.length / total,
    because: orphans.length
      ? `the parents of ${orphans.length} of ${total} spans were not recorded`
      : `all ${total} spans hang together`,
    evidence: orphans.slice(0, 20).map((span) => ({ span_id: span.spanId, at: span.at })),
    details: {
      orphans: orphans.length,
      spans: total,
      numerator: orphans.length,
      denominator: total,
      roots: parentless,
      diagnostics: parentless > 1 ? ['multiple_roots'] : [],
    },
  };
}
