import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { KnownCalls } from './known-calls.ts';
import { callGroups } from './model-calls.ts';
import { mayBeOneCall, overlap } from './same-call.ts';
import { addTokens, inputOf, NO_TOKENS, type TokenCount, totalOf } from './token-count.ts';
import type { LedgerEntry } from './usage-by-agent.ts';

/** What the ledger of one trace counts. */
export interface TraceEntries {
  readonly trace: Trace;
  readonly entries: readonly LedgerEntry[];
}

/**
 * What counts in a session. A call that two traces record counts once, by the fuller record. A roll-up whose calls lie in
 * another trace gives way to them; where they are not found, it is the only record of them and counts.
 */
export function countedOnce(traces: readonly TraceEntries[]): LedgerEntry[] {
  const calls = callsOnce(traces);
  const kept = new Set(calls);
  const leaves = new Leaves(calls, traces);
  for (const entry of traces.flatMap(({ entries }) => entries))
    if (entry.basis === 'declared' && !leaves.take(entry)) kept.add(entry);
  return [...kept];
}

function callsOnce(traces: readonly TraceEntries[]): LedgerEntry[] {
  const known = new KnownCalls<LedgerEntry>((a, b) => a.traceId !== b.traceId && mayBeOneCall(a, b, false));
  const kept = new Set<LedgerEntry>();
  for (const { trace, entries } of traces) {
    for (const entry of entries) {
      if (entry.basis !== 'call') continue;
      const id = responseIdOf(trace, entry.span);
      const call = id === undefined ? undefined : known.find(id, entry.span);
      if (call) {
        call.latest = entry.span;
        if (totalOf(call.about.tokens) >= totalOf(entry.tokens)) continue;
        kept.delete(call.about);
        call.about = entry;
      } else if (id !== undefined) known.add(id, entry.span, entry);
      kept.add(entry);
    }
  }
  return [...kept];
}

/** The id of the response, by any record of the call. */
function responseIdOf(trace: Trace, span: Span): string | undefined {
  if (span.responseId !== undefined) return span.responseId;
  return callGroups(trace)
    .callOf(span)
    ?.copies.find((copy) => copy.responseId !== undefined)?.responseId;
}

/** How many of equal figures are compared with one roll-up: more are not told apart, and the roll-up counts. */
const COMPARED = 64;

/** A call, or all calls of a trace, that a roll-up elsewhere can sum up. */
interface Leaf {
  readonly traceId: string;
  readonly records: readonly Span[];
}

/** Calls and traces by their figures: each stands behind one roll-up at most. */
class Leaves {
  readonly #byFigures = new Map<string, Leaf[]>();
  readonly #taken = new Set<Leaf>();

  constructor(calls: readonly LedgerEntry[], traces: readonly TraceEntries[]) {
    for (const { span, tokens } of calls) this.#add(tokens, { traceId: span.traceId, records: [span] });
    for (const { trace, entries } of traces) {
      const own = entries.filter(({ basis }) => basis === 'call');
      if (own.length < 2) continue;
      const total = own.reduce((sum, { tokens }) => addTokens(sum, tokens), NO_TOKENS);
      this.#add(total, { traceId: trace.traceId, records: own.map(({ span }) => span) });
    }
  }

  take({ span, tokens }: LedgerEntry): boolean {
    const leaf = (this.#byFigures.get(figuresOf(tokens)) ?? [])
      .slice(0, COMPARED)
      .find((each) => !this.#taken.has(each) && each.traceId !== span.traceId && areOf(span, each));
    if (leaf) this.#taken.add(leaf);
    return leaf !== undefined;
  }

  #add(tokens: TokenCount, leaf: Leaf): void {
    const figures = figuresOf(tokens);
    const same = this.#byFigures.get(figures);
    if (same) same.push(leaf);
    else this.#byFigures.set(figures, [leaf]);
  }
}

function figuresOf(tokens: TokenCount): string {
  return `${inputOf(tokens)}/${tokens.output}`;
}

/** The same response, or the same model at the same time. */
function areOf(rollUp: Span, { records }: Leaf): boolean {
  const [only] = records;
  if (only && records.length === 1 && rollUp.responseId !== undefined && only.responseId !== undefined)
    return rollUp.responseId === only.responseId;
  return records.every((call) => overlap(rollUp, call) === true && mayBeOneModel(rollUp, call));
}

function mayBeOneModel({ model: a }: Span, { model: b }: Span): boolean {
  const names = [a?.requested, a?.responded].filter((name) => name !== undefined);
  const others = [b?.requested, b?.responded].filter((name) => name !== undefined);
  return names.length === 0 || others.length === 0 || names.some((name) => others.includes(name));
}
