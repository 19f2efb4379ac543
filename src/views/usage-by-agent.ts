import type { Span } from '../model/span.ts';
import type { Trace } from '../model/trace.ts';
import { agentRuns } from './agent-runs.ts';
import { type Agent, agents } from './agents.ts';
import { parentsFirst } from './span-tree.ts';
import { addTokens, NO_TOKENS, type TokenCount } from './token-count.ts';

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

/** What the ledger found. */
export interface LedgerFindings {
  readonly entries: readonly LedgerEntry[];
  readonly callsBy: ReadonlyMap<Span | undefined, number>;
  /** Agents of which something is missing. */
  readonly gaps: ReadonlySet<Span>;
  /** Spans that belong below another that was not recorded. */
  readonly lost: readonly Span[];
  /** True for spans inside a roll-up that is used. */
  covers(span: Span): boolean;
}

/** Own tokens of each agent, and inclusive ones summed along the issuers. */
export function usageByAgent(trace: Trace, findings: LedgerFindings): AgentUsage[] {
  const own = new Map<Span, TokenCount>();
  for (const { agent, tokens } of findings.entries)
    if (agent) own.set(agent, addTokens(own.get(agent) ?? NO_TOKENS, tokens));
  const incomplete = new Set(findings.gaps);
  for (const agent of blurred(trace, findings, own)) incomplete.add(agent);
  const runs = agentRuns(trace);
  const list = agents(trace);
  // A lost step can be any agent's; a lost agent can be any root's.
  if (findings.lost.some((span) => !runs.ownerOf(span))) for (const { span } of list) incomplete.add(span);
  const open = new Set(incomplete);
  const lost = new Set(findings.lost);
  if (lost.size) for (const { span, issuer } of list) if (!issuer && !lost.has(span)) open.add(span);
  const inclusive = new Map<Span, TokenCount>(list.map(({ span }) => [span, own.get(span) ?? NO_TOKENS]));
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
    calls: findings.callsBy.get(agent.span) ?? 0,
  }));
}

/** Agents inside the roll-up of another: neither their own tokens nor those of the other can be told apart. */
function blurred(trace: Trace, { covers }: LedgerFindings, own: ReadonlyMap<Span, TokenCount>): Set<Span> {
  const runs = agentRuns(trace);
  const holders = new Map<Span, Span>();
  const found = new Set<Span>();
  for (const agent of parentsFirst(trace)) {
    if (runs.ownerOf(agent) !== agent) continue;
    const outer = runs.parentAgentOf(agent);
    const holder = own.has(agent) ? agent : outer && holders.get(outer);
    if (holder) holders.set(agent, holder);
    if (own.has(agent) || !covers(agent)) continue;
    found.add(agent);
    if (holder) found.add(holder);
  }
  return found;
}
