import type { Partition } from '../metrics/define-metric.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from '../views/define-view.ts';
import { health } from '../views/health.ts';

/** Health findings of a trace by the spans that they name. */
interface Touched {
  readonly all: readonly string[];
  /** Of findings that name no span, or not all of theirs: they may concern any. */
  readonly everywhere: readonly string[];
  readonly bySpan: ReadonlyMap<string, readonly string[]>;
}

const touched = defineView('touched', 1, (trace: Trace): Touched => {
  const all = new Set<string>();
  const everywhere = new Set<string>();
  const bySpan = new Map<string, string[]>();
  for (const { kind, count, spanIds } of health(trace)) {
    all.add(kind);
    if (spanIds.length === 0 || spanIds.length < count) everywhere.add(kind);
    for (const spanId of spanIds) {
      const kinds = bySpan.get(spanId);
      if (kinds) kinds.push(kind);
      else bySpan.set(spanId, [kind]);
    }
  }
  return { all: [...all], everywhere: [...everywhere], bySpan };
});

/** Kinds of the health findings that concern a partition, in alphabetical order. */
export function touchedBy(partition: Partition): string[] {
  if (partition.type === 'session') return sorted(partition.session.traces.flatMap((trace) => touched(trace).all));
  const found = touched(partition.trace);
  if (partition.type === 'trace') return sorted(found.all);
  return sorted([...found.everywhere, ...(found.bySpan.get(partition.span.spanId) ?? [])]);
}

function sorted(kinds: readonly string[]): string[] {
  return [...new Set(kinds)].sort();
}
