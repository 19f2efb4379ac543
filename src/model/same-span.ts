import { canonicalJson } from './canonical-json.ts';
import { compareText } from './canonical-order.ts';
import { shortHash } from './hash.ts';
import type { Span } from './span.ts';

/** Spans of one trace, each once, with what was found while telling copies from collisions. */
export interface UniqueSpans {
  readonly spans: Span[];
  readonly duplicates: readonly string[];
  readonly collisions: readonly { readonly spanId: string; readonly spans: readonly Span[] }[];
}

function withoutPlace(span: Span): Omit<Span, 'at'> {
  const { at: _, ...rest } = span;
  return rest;
}

function fieldCount(span: Span): number {
  return Object.values(span).filter((value) => value !== undefined).length + span.attributes.size;
}

/** The better of two copies: the one with an end, then with more fields, then with the greater canonical form. */
function better(a: Span, b: Span): Span {
  const ended = Number(b.endNs !== undefined) - Number(a.endNs !== undefined);
  if (ended !== 0) return ended > 0 ? b : a;
  const fuller = fieldCount(b) - fieldCount(a);
  if (fuller !== 0) return fuller > 0 ? b : a;
  return canonicalJson(withoutPlace(b)) > canonicalJson(withoutPlace(a)) ? b : a;
}

/** The start that all other spans of the same id and name share: a copy that was sent without one means the same span. */
function onlyStarts(recorded: readonly Span[]): (span: Span) => bigint | undefined {
  const key = (span: Span): string => JSON.stringify([span.spanId, span.name]);
  const starts = new Map<string, bigint | 'several'>();
  if (recorded.every((span) => span.startNs !== undefined)) return () => undefined;
  for (const span of recorded) {
    const known = starts.get(key(span));
    if (span.startNs === undefined || known === span.startNs) continue;
    starts.set(key(span), known === undefined ? span.startNs : 'several');
  }
  return (span) => {
    const start = starts.get(key(span));
    return start === 'several' ? undefined : start;
  };
}

/**
 * Copies of one span (same id, name and start) become one. An id that different spans share is no id: each of them
 * gets one of its own, made from its content, so that the order of the input does not matter.
 */
export function uniqueSpans(recorded: readonly Span[]): UniqueSpans {
  const byId = new Map<string, Map<string, Span>>();
  const duplicates: string[] = [];
  const startOf = onlyStarts(recorded);
  for (const span of recorded) {
    const copies = byId.get(span.spanId) ?? new Map<string, Span>();
    byId.set(span.spanId, copies);
    const identity = `${span.startNs ?? startOf(span) ?? ''} ${span.name}`;
    const known = copies.get(identity);
    if (known) duplicates.push(span.spanId);
    copies.set(identity, known ? better(known, span) : span);
  }
  const spans: Span[] = [];
  const collisions: { spanId: string; spans: Span[] }[] = [];
  for (const [spanId, copies] of byId) {
    if (copies.size === 1) {
      spans.push(...copies.values());
      continue;
    }
    const own = [...copies.values()].map((span) => ({
      ...span,
      spanId: `${spanId}~${shortHash(withoutPlace(span)).slice(0, 8)}`,
    }));
    collisions.push({ spanId, spans: own });
    for (const span of own) spans.push(span);
  }
  collisions.sort((a, b) => compareText(a.spanId, b.spanId));
  return { spans, duplicates, collisions };
}
