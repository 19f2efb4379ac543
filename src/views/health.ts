import { finding } from '../model/assemble.ts';
import type { Span } from '../model/span.ts';
import type { Finding, Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { contentCaptured } from './content-captured.ts';
import { defineView } from './define-view.ts';
import { delegations } from './delegations.ts';
import { modelCalls } from './model-calls.ts';
import { spanTree } from './span-tree.ts';
import { usageLedger } from './usage-ledger.ts';

/** What is odd about the evidence of a trace. Shown before any metric; the outcomes that it touches name it. */
export const health = defineView('health', 1, (trace: Trace): readonly Finding[] => {
  const found: Finding[] = [...trace.findings];
  const add = (kind: string, message: string, spans: readonly Span[]): void => {
    if (spans.length)
      found.push(
        finding(
          kind,
          message,
          spans.map((span) => span.spanId),
        ),
      );
  };
  const tree = spanTree(trace);
  add('orphan_spans', 'the parents of spans were not recorded', tree.orphans);
  if (tree.roots.length - tree.orphans.length > 1) {
    add(
      'multiple_roots',
      'the trace has more than one root',
      tree.roots.filter((span) => span.parentId === undefined),
    );
  }
  const timed = trace.spans.filter((span) => span.startNs !== undefined);
  if (trace.spans.length && timed.length === 0) add('no_timestamps', 'no span has a time', trace.spans);
  add(
    'unfinished_spans',
    'spans have a start and no end',
    timed.filter((span) => span.endNs === undefined),
  );
  // An agent that was started in the background ends after the call that started it.
  const background = new Set(
    delegations(trace).flatMap((edge) => (edge.mode === 'spawn_async' ? [edge.toSpanId] : [])),
  );
  add(
    'clock_skew',
    'spans lie outside the time of their parent',
    timed.filter((span) => isOutside(span, tree.parentOf(span)) && !background.has(span.spanId)),
  );
  add(
    'ends_before_start',
    'spans end before they start',
    timed.filter((span) => span.endNs !== undefined && span.startNs !== undefined && span.endNs < span.startNs),
  );
  const copies = modelCalls(trace).flatMap((call) => call.copies);
  add('duplicate_calls', 'model calls were recorded by more than one span; each counts once', copies);
  add(
    'usage_conflict',
    'a span and the calls below it disagree on tokens; the calls count',
    usageLedger(trace).conflicts,
  );
  if (!contentCaptured(trace) && trace.spans.length) {
    add('content_not_captured', 'no message, input, output or result was recorded', agentRuns(trace).spans);
  }
  const missing = delegations(trace).filter((edge) => edge.status === 'missing');
  if (missing.length) {
    const names = [...new Set(missing.map((edge) => edge.toAgent ?? 'an agent without a name'))]
      .sort()
      .slice(0, 5)
      .join(', ');
    found.push({
      kind: 'missing_agents',
      message: `delegated and never observed: ${names}`,
      count: missing.length,
      spanIds: missing.flatMap((edge) => edge.fromSpanId ?? []).slice(0, 20),
    });
  }
  return found;
});

/** One millisecond: clocks of two processes on one machine differ by less. */
const TOLERANCE_NS = 1_000_000n;

function isOutside(span: Span, parent: Span | undefined): boolean {
  if (!parent || parent.startNs === undefined || span.startNs === undefined) return false;
  if (span.startNs + TOLERANCE_NS < parent.startNs) return true;
  return span.endNs !== undefined && parent.endNs !== undefined && span.endNs > parent.endNs + TOLERANCE_NS;
}
