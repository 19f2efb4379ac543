import type { Session } from '../model/trace.ts';
import { defineView } from './define-view.ts';
import { addTokens, inputOf, NO_TOKENS, type TokenCount, totalOf } from './token-count.ts';
import type { AgentUsage } from './usage-by-agent.ts';
import { type LedgerEntry, type LeftOut, usageLedger } from './usage-ledger.ts';
import { withoutEntries } from './without-entries.ts';

/** The tokens of a session: those of its traces, with a call that two traces record counted once. */
export interface SessionUsage {
  readonly total: TokenCount;
  readonly complete: boolean;
  readonly recorded: boolean;
  readonly leftOut: readonly LeftOut[];
  readonly calls: number;
  /** The records that count. */
  readonly entries: ReadonlySet<LedgerEntry>;
  /** The agent runs of all traces; a call that two traces record stands with one of them. */
  readonly agents: readonly AgentUsage[];
}

export const sessionUsage = defineView('session-usage', 3, (session: Session): SessionUsage => {
  const ledgers = session.traces.map(usageLedger);
  const entries = withoutCopies(ledgers.map((ledger) => ledger.entries));
  const recorded = entries.length > 0;
  const kept = new Set(entries);
  const leftOut = new Map<string, LeftOut>();
  for (const each of ledgers.flatMap((ledger) => ledger.leftOut)) {
    const known = leftOut.get(each.reason);
    const spanIds = [...(known?.spanIds ?? []), ...each.spanIds].slice(0, 20);
    leftOut.set(each.reason, { reason: each.reason, count: (known?.count ?? 0) + each.count, spanIds });
  }
  return {
    total: entries.reduce((sum, entry) => addTokens(sum, entry.tokens), NO_TOKENS),
    complete: recorded && ledgers.every((ledger) => ledger.complete || isEmpty(ledger)),
    recorded,
    leftOut: [...leftOut.values()],
    calls: entries.length,
    entries: kept,
    agents: ledgers.flatMap((ledger) =>
      withoutEntries(
        ledger.agents,
        ledger.entries.filter((entry) => !kept.has(entry)),
      ),
    ),
  };
});

function isEmpty(ledger: { recorded: boolean; agents: readonly unknown[]; leftOut: readonly LeftOut[] }): boolean {
  return !ledger.recorded && ledger.agents.length === 0 && ledger.leftOut.length === 0;
}

/** How many calls of equal figures are compared with one roll-up: more are not told apart, and the roll-up counts. */
const COMPARED = 64;

/**
 * A call with one response id counts once in a session; a roll-up whose calls lie in another trace (the same figures at
 * the same time) gives way to them.
 */
function withoutCopies(byTrace: readonly (readonly LedgerEntry[])[]): LedgerEntry[] {
  const calls = new Map<string, LedgerEntry>();
  const kept = new Set<LedgerEntry>();
  const byFigures = new Map<string, LedgerEntry[]>();
  const twins = new Set<LedgerEntry>();
  for (const entry of byTrace.flat()) {
    if (entry.basis !== 'call') continue;
    const id = entry.span.responseId;
    const known = id === undefined ? undefined : calls.get(id);
    if (known && totalOf(known.tokens) >= totalOf(entry.tokens)) continue;
    if (id !== undefined) calls.set(id, entry);
    if (known) kept.delete(known);
    kept.add(entry);
    const figures = figuresOf(entry);
    const same = byFigures.get(figures);
    if (same) same.push(entry);
    else byFigures.set(figures, [entry]);
  }
  for (const entry of byTrace.flat()) {
    if (entry.basis === 'call') continue;
    const twin = (byFigures.get(figuresOf(entry)) ?? [])
      .slice(0, COMPARED)
      .find((call) => !twins.has(call) && call.span.traceId !== entry.span.traceId && overlaps(entry, call));
    if (twin) twins.add(twin);
    else kept.add(entry);
  }
  return [...kept];
}

function figuresOf({ tokens }: LedgerEntry): string {
  return `${inputOf(tokens)}/${tokens.output}`;
}

function overlaps(a: LedgerEntry, b: LedgerEntry): boolean {
  const [first, second] = [a.span, b.span];
  if (
    first.startNs === undefined ||
    second.startNs === undefined ||
    first.endNs === undefined ||
    second.endNs === undefined
  )
    return false;
  return first.startNs <= second.endNs && second.startNs <= first.endNs;
}
