import type { Span } from '../../model/span.ts';
import type { Trace } from '../../model/trace.ts';
import { delegations } from '../../views/delegations.ts';
import { spanTree } from '../../views/span-tree.ts';
import { notApplicable, onlyTraces } from '../answers.ts';
import { defineMetric, type Scoring } from '../define-metric.ts';
import { manifest } from './manifest.ts';

/** Whether the recording of a run is whole. */
export const metric = defineMetric({
  manifest,
  docs: {
    whenItMisleads: [
      'What leaves no trace at all cannot be missed: a recorder that drops a whole branch with its parent looks complete.',
      'It is about the recording, not about the agents: an agent that failed is part of a complete tree.',
    ],
    decisions: [
      'Where no span has a time, no span can be unfinished.',
      'An agent that its issuer only mentions, with a result, was observed from outside: the tree below it is not judged.',
    ],
  },
  score: (partition) => (partition.type === 'trace' ? scoreTrace(partition.trace) : onlyTraces()),
});

function scoreTrace(trace: Trace): Scoring {
  if (trace.spans.length === 0) return notApplicable('no_target_spans', 'no span was recorded');
  const { roots, orphans, byId } = spanTree(trace);
  const isEntryPoint = roots.length === 1;
  const missing = delegations(trace).filter(({ status, required }) => status === 'missing' && required !== false);
  // What is missing has no span: what issued it proves it.
  const issuing = missing.flatMap(
    ({ viaSpanId, fromSpanId }) => byId.get(viaSpanId ?? '') ?? byId.get(fromSpanId ?? '') ?? [],
  );
  const unfinished = trace.spans.filter(({ startNs, endNs }) => startNs !== undefined && endNs === undefined);
  const more = roots.filter(({ parentId }) => parentId === undefined).slice(1);
  const faults: readonly {
    readonly reason: string;
    readonly count: number;
    readonly spans: readonly Span[];
    readonly what: string;
  }[] = [
    { reason: 'missing_agents', count: missing.length, spans: issuing, what: 'agents were issued and never observed' },
    {
      reason: 'orphan_spans',
      count: isEntryPoint ? 0 : orphans.length,
      spans: orphans,
      what: 'spans have a parent that was not recorded',
    },
    { reason: 'multiple_roots', count: more.length, spans: more, what: 'roots stand beside the first' },
    { reason: 'unfinished_spans', count: unfinished.length, spans: unfinished, what: 'spans have a start and no end' },
  ];
  const found = faults.filter(({ count }) => count > 0);
  const details = { faults: Object.fromEntries(found.map(({ reason, count }) => [reason, count])) };
  const [first] = found;
  if (!first) {
    const because = `the tree of ${trace.spans.length} ${trace.spans.length === 1 ? 'span' : 'spans'} is whole`;
    return { status: 'scored', score: 1, because, evidence: [], details };
  }
  const spans = found.flatMap((each) => each.spans).slice(0, 20);
  return {
    status: 'scored',
    score: 0,
    reason: first.reason,
    because: found.map(({ count, what }) => `${count} ${what}`).join('; '),
    evidence: spans.map(({ spanId, at }) => ({ span_id: spanId, at })),
    details,
  };
}
