import type { Session } from '../model/trace.ts';
import { countedOnce } from './counted-once.ts';
import { defineView } from './define-view.ts';
import { addTokens, NO_TOKENS, type TokenCount } from './token-count.ts';
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

export const sessionUsage = defineView('session-usage', 4, (session: Session): SessionUsage => {
  const ledgers = session.traces.map(usageLedger);
  const entries = countedOnce(session.traces.map((trace) => ({ trace, entries: usageLedger(trace).entries })));
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
