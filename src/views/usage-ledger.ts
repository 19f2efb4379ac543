import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { agents } from './agents.ts';
import { declaredUsage } from './declared-usage.ts';
import { defineView } from './define-view.ts';
import { delegations } from './delegations.ts';
import { modelCalls } from './model-calls.ts';
import { type Counted, reconcileUsage } from './reconcile-usage.ts';
import { spanTree } from './span-tree.ts';
import { addTokens, isOfCalls, isWhole, NO_TOKENS, type TokenCount, tokensOf } from './token-count.ts';
import { type AgentUsage, type LedgerEntry, usageByAgent } from './usage-by-agent.ts';
import { Gaps, type LeftOut } from './usage-gaps.ts';

export type { AgentUsage, LedgerEntry } from './usage-by-agent.ts';
export type { LeftOut } from './usage-gaps.ts';

/** The tokens of a trace, each counted once. */
export interface UsageLedger {
  readonly entries: readonly LedgerEntry[];
  readonly agents: readonly AgentUsage[];
  readonly total: TokenCount;
  /** Undefined evidence: no usage was recorded at all. */
  readonly recorded: boolean;
  /** True when the tree is whole and every model call carries its tokens. */
  readonly complete: boolean;
  readonly leftOut: readonly LeftOut[];
  /** Model calls that carry no tokens and that no sum of calls covers. */
  readonly uncounted: readonly Span[];
  /** Spans whose own figure disagrees with the calls below it. */
  readonly conflicts: readonly Span[];
}

export const usageLedger = defineView('usage-ledger', 2, (trace: Trace): UsageLedger => {
  const runs = agentRuns(trace);
  const gaps = new Gaps();
  const entries: LedgerEntry[] = [];
  const counted: Counted[] = [];
  const uncounted: Span[] = [];
  const callsBy = new Map<Span | undefined, number>();
  const declared = declaredUsage(trace);
  const conflicts = new Set<Span>(declared.conflicts);
  const count = (span: Span, tokens: TokenCount, whole: boolean, basis: LedgerEntry['basis']): void => {
    const agent = runs.ownerOf(span);
    entries.push({ span, ...(agent && { agent }), tokens, basis });
    counted.push({ span, tokens, whole });
    if (!whole) gaps.add('partial_usage', span, agent);
  };
  for (const { span, conflict } of modelCalls(trace)) {
    const agent = runs.ownerOf(span);
    callsBy.set(agent, (callsBy.get(agent) ?? 0) + 1);
    if (conflict) conflicts.add(span);
    if (isOfCalls(span.usage)) count(span, tokensOf(span.usage), isWhole(span.usage), 'call');
    else if (!declared.covers(span)) {
      gaps.add('call_without_usage', span, agent);
      uncounted.push(span);
    }
  }
  for (const { span, tokens, whole } of declared.entries) count(span, tokens, whole, 'declared');
  const reconciled = reconcileUsage(trace, counted);
  for (const span of reconciled.conflicts) conflicts.add(span);
  for (const span of reconciled.more) gaps.add('more_declared_than_recorded', span, runs.ownerOf(span));
  addStructuralGaps(trace, gaps, (agent) => callsBy.has(agent) || declared.covers(agent));
  return {
    entries,
    agents: usageByAgent(trace, {
      entries,
      callsBy,
      gaps: gaps.agents(),
      lost: lostParents(trace),
      covers: declared.covers,
    }),
    total: entries.reduce((sum, entry) => addTokens(sum, entry.tokens), NO_TOKENS),
    recorded: entries.length > 0,
    complete: entries.length > 0 && gaps.isEmpty(),
    leftOut: [...gaps.list(), ...declared.leftOut],
    uncounted,
    conflicts: trace.spans.filter((span) => conflicts.has(span)),
  };
});

function addStructuralGaps(trace: Trace, gaps: Gaps, isObserved: (agent: Span) => boolean): void {
  const tree = spanTree(trace);
  const runs = agentRuns(trace);
  for (const span of lostParents(trace)) gaps.add('parent_not_recorded', span, undefined);
  for (const edge of delegations(trace)) {
    if (edge.toSpanId === undefined) gaps.add('agent_not_observed', undefined, tree.byId.get(edge.fromSpanId ?? ''));
  }
  const issuers = new Set(agents(trace).flatMap((agent) => agent.issuer ?? []));
  for (const agent of runs.spans) {
    // An agent that only passes work on needs no model; one that called tools was asked to by a model.
    const passesOn =
      issuers.has(agent) && !runs.ownSpansOf(agent).some((span) => span.kind === 'TOOL' && !isOfAgents(span));
    if (!isObserved(agent) && !passesOn) gaps.add('agent_without_calls', agent, agent);
  }
  function isOfAgents(span: Span): boolean {
    return runs.runsUnder(span).length > 0;
  }
}

/** Spans whose parent is lost. A single root with a parent elsewhere is an entry point: nothing of this trace is lost. */
function lostParents(trace: Trace): readonly Span[] {
  const { orphans, roots } = spanTree(trace);
  return orphans.length === 1 && roots.length === 1 ? [] : orphans;
}
