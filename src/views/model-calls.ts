import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { defineView } from './define-view.ts';
import { parentsFirst, spanTree } from './span-tree.ts';

/** One call of a model. Several spans can record it; one of them is counted. */
export interface ModelCall {
  /** The span that counts: the deepest that carries usage, else the deepest. */
  readonly span: Span;
  /** The other spans of the same call. */
  readonly copies: readonly Span[];
  /** Copies that disagree on tokens. */
  readonly conflict: boolean;
}

/**
 * The model calls of a trace, each once. Two LLM spans record one call when one contains the other, or when they carry
 * the same response id. An outer LLM span around several calls is a roll-up of them.
 */
export const modelCalls = defineView('model-calls', 1, (trace: Trace): readonly ModelCall[] => {
  const tree = spanTree(trace);
  const outerOf = new Map<string, Span>();
  const nearest = new Map<string, Span>();
  for (const span of parentsFirst(trace)) {
    const parent = tree.parentOf(span);
    // An agent or tool inside a model call starts work of its own.
    const outer =
      parent && (parent.kind === 'LLM' ? parent : isBoundary(parent) ? undefined : nearest.get(parent.spanId));
    if (outer) nearest.set(span.spanId, outer);
    if (outer && span.kind === 'LLM') outerOf.set(span.spanId, outer);
  }
  const spans = trace.spans.filter((span) => span.kind === 'LLM');
  const inside = new Map<string, Span[]>();
  for (const span of spans) {
    const outer = outerOf.get(span.spanId);
    const list = outer && inside.get(outer.spanId);
    if (list) list.push(span);
    else if (outer) inside.set(outer.spanId, [span]);
  }
  const groups = new CallGroups();
  for (const span of [...parentsFirst(trace)].reverse()) {
    if (span.kind === 'LLM') groups.add(span, inside.get(span.spanId) ?? []);
  }
  return spans.flatMap((span) => groups.callOf(span) ?? []);
});

/** Gathers the spans of each call. Spans come deepest first. */
class CallGroups {
  readonly #counted = new Map<string, Span>();
  readonly #copies = new Map<string, Span[]>();
  readonly #conflicts = new Set<string>();
  readonly #byResponse = new Map<string, Span>();

  add(span: Span, nested: readonly Span[]): void {
    const inner = [...new Set(nested.flatMap((child) => this.#counted.get(child.spanId) ?? []))];
    const withUsage = inner.filter((child) => child.usage);
    const twin = span.responseId === undefined ? undefined : this.#byResponse.get(span.responseId);
    const named = span.duplicateOf === undefined ? undefined : this.#counted.get(span.duplicateOf);
    const known = withUsage[0] ?? (span.usage ? undefined : inner[0]) ?? named ?? twin;
    if (known && (known.usage || !span.usage)) {
      this.#counted.set(span.spanId, known);
      this.#copies.get(known.spanId)?.push(span);
      if (disagree(span, withUsage.length ? withUsage : [known])) this.#conflicts.add(known.spanId);
      return;
    }
    this.#counted.set(span.spanId, span);
    const replaced = known ? [...inner, known] : inner;
    const copies: Span[] = [];
    for (const other of replaced) {
      copies.push(other, ...(this.#copies.get(other.spanId) ?? []));
      this.#copies.delete(other.spanId);
      this.#counted.set(other.spanId, span);
    }
    this.#copies.set(span.spanId, copies);
    if (span.responseId !== undefined) this.#byResponse.set(span.responseId, span);
  }

  callOf(span: Span): ModelCall | undefined {
    const copies = this.#copies.get(span.spanId);
    return copies && { span, copies, conflict: this.#conflicts.has(span.spanId) };
  }
}

function isBoundary(span: Span): boolean {
  return span.kind === 'AGENT' || span.kind === 'TOOL';
}

/** True when an outer span's tokens are not the sum of the spans inside it. */
function disagree(outer: Span, inner: readonly Span[]): boolean {
  if (!outer.usage) return false;
  const sum = (pick: 'output' | 'inputTotalReported'): number =>
    inner.reduce((total, span) => total + (span.usage?.[pick] ?? 0), 0);
  return (
    (outer.usage.output !== undefined && outer.usage.output !== sum('output')) ||
    (outer.usage.inputTotalReported !== undefined && outer.usage.inputTotalReported !== sum('inputTotalReported'))
  );
}
