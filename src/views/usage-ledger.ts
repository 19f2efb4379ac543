import { compareText } from '../model/canonical-order.ts';
import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { type Agent, agents } from './agents.ts';
import { type DeclaredUsage, declaredUsage } from './declared-usage.ts';
import { defineView } from './define-view.ts';
import { delegations } from './delegations.ts';
import { modelCalls } from './model-calls.ts';
import { spanTree } from './span-tree.ts';
import { addTokens, isWhole, NO_TOKENS, type TokenCount, tokensOf } from './token-count.ts';

/** One usage record that counts. */
export interface LedgerEntry {
  readonly span: Span;
  readonly agent?: Span;
  readonly tokens: TokenCount;
  /** `call`: one model call. `declared`: a roll-up used because nothing below it carries usage. */
  readonly basis: 'call' | 'declared';
}

/** The tokens of one agent run. `complete: false`: the figure is a known subtotal. */
export interface AgentUsage {
  readonly agent: Agent;
  readonly own: TokenCount;
  readonly ownComplete: boolean;
  readonly inclusive: TokenCount;
  readonly inclusiveComplete: boolean;
  readonly calls: number;
}

/** Why a total is only a known subtotal, or what was read and not added. */
export interface LeftOut {
  readonly reason: string;
  readonly count: number;
  readonly spanIds: readonly string[];
}

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
  /** Spans whose own figure disagrees with the calls below it. */
  readonly conflicts: readonly Span[];
}

export const usageLedger = defineView('usage-ledger', 1, (trace: Trace): UsageLedger => {
  const runs = agentRuns(trace);
  const gaps = new Gaps();
  const entries: LedgerEntry[] = [];
  const callsBy = new Map<Span | undefined, number>();
  const declared = declaredUsage(trace);
  const conflicts: Span[] = [...declared.conflicts];
  for (const call of modelCalls(trace)) {
    const agent = runs.ownerOf(call.span);
    callsBy.set(agent, (callsBy.get(agent) ?? 0) + 1);
    if (call.conflict) conflicts.push(call.span);
    const { usage } = call.span;
    if (usage) entries.push({ span: call.span, ...(agent && { agent }), tokens: tokensOf(usage), basis: 'call' });
    if (!usage && !declared.covers(call.span)) gaps.add('call_without_usage', call.span, agent);
    if (usage && !isWhole(usage)) gaps.add('partial_usage', call.span, agent);
  }
  for (const { span, agent, tokens, whole } of declared.entries) {
    entries.push({ span, ...(agent && { agent }), tokens, basis: 'declared' });
    if (!whole) gaps.add('partial_usage', span, agent);
  }
  addStructuralGaps(trace, gaps, (agent) => callsBy.has(agent) || declared.covers(agent));
  const total = entries.reduce((sum, entry) => addTokens(sum, entry.tokens), NO_TOKENS);
  return {
    entries,
    agents: usageByAgent(trace, entries, callsBy, gaps, declared),
    total,
    recorded: entries.length > 0,
    complete: entries.length > 0 && gaps.isEmpty(),
    leftOut: [...gaps.list(), ...declared.leftOut],
    conflicts,
  };
});

/** What is missing, by reason and by the agent that it concerns. */
class Gaps {
  readonly #gaps: { reason: string; span: Span | undefined; agent: Span | undefined }[] = [];

  add(reason: string, span: Span | undefined, agent: Span | undefined): void {
    this.#gaps.push({ reason, span, agent });
  }

  isEmpty(): boolean {
    return this.#gaps.length === 0;
  }

  agents(): Set<Span | undefined> {
    return new Set(this.#gaps.map((gap) => gap.agent));
  }

  list(): LeftOut[] {
    const byReason = new Map<string, string[]>();
    for (const { reason, span } of this.#gaps) {
      const ids = byReason.get(reason) ?? [];
      byReason.set(reason, ids);
      ids.push(span?.spanId ?? '');
    }
    return [...byReason]
      .sort(([a], [b]) => compareText(a, b))
      .map(([reason, ids]) => ({ reason, count: ids.length, spanIds: ids.filter((id) => id !== '').slice(0, 20) }));
  }
}

function addStructuralGaps(trace: Trace, gaps: Gaps, isObserved: (agent: Span) => boolean): void {
  const tree = spanTree(trace);
  const entered = tree.orphans.length === 1 && tree.roots.length === 1;
  if (!entered) for (const span of tree.orphans) gaps.add('parent_not_recorded', span, undefined);
  for (const edge of delegations(trace)) {
    if (edge.toSpanId === undefined) gaps.add('agent_not_observed', undefined, tree.byId.get(edge.fromSpanId ?? ''));
  }
  const issuers = new Set(agents(trace).flatMap((agent) => agent.issuer ?? []));
  for (const agent of agentRuns(trace).spans) {
    if (!isObserved(agent) && !issuers.has(agent)) gaps.add('agent_without_calls', agent, agent);
  }
}

/** An agent inside the roll-up of another: neither its own tokens nor those of the other can be told apart. */
function blur(trace: Trace, agent: Span, own: ReadonlyMap<Span, TokenCount>, incomplete: Set<Span | undefined>): void {
  const runs = agentRuns(trace);
  incomplete.add(agent);
  let outer = runs.parentAgentOf(agent);
  while (outer && !own.has(outer)) outer = runs.parentAgentOf(outer);
  incomplete.add(outer);
}

function usageByAgent(
  trace: Trace,
  entries: readonly LedgerEntry[],
  callsBy: ReadonlyMap<Span | undefined, number>,
  gaps: Gaps,
  declared: DeclaredUsage,
): AgentUsage[] {
  const own = new Map<Span, TokenCount>();
  for (const { agent, tokens } of entries) if (agent) own.set(agent, addTokens(own.get(agent) ?? NO_TOKENS, tokens));
  const incomplete = gaps.agents();
  for (const agent of agentRuns(trace).spans)
    if (declared.covers(agent) && !own.has(agent)) blur(trace, agent, own, incomplete);
  const list = agents(trace);
  const inclusive = new Map<Span, TokenCount>(list.map(({ span }) => [span, own.get(span) ?? NO_TOKENS]));
  const open = new Set<Span>(list.map(({ span }) => span).filter((span) => incomplete.has(span)));
  // Deepest first, so that a child's figure is whole before it is added to its issuer's.
  for (const { span, issuer } of [...list].sort((a, b) => b.depth - a.depth)) {
    if (!issuer) continue;
    inclusive.set(issuer, addTokens(inclusive.get(issuer) ?? NO_TOKENS, inclusive.get(span) ?? NO_TOKENS));
    if (open.has(span)) open.add(issuer);
  }
  return list.map((agent) => ({
    agent,
    own: own.get(agent.span) ?? NO_TOKENS,
    ownComplete: !incomplete.has(agent.span),
    inclusive: inclusive.get(agent.span) ?? NO_TOKENS,
    inclusiveComplete: !open.has(agent.span),
    calls: callsBy.get(agent.span) ?? 0,
  }));
}
