import type { Span } from '../model/span.ts';
import { addTokens, NO_TOKENS, type TokenCount } from './token-count.ts';
import type { AgentUsage } from './usage-by-agent.ts';
import type { LedgerEntry } from './usage-ledger.ts';

/** The agents of one trace without some entries of its ledger, which are counted elsewhere. */
export function withoutEntries(agents: readonly AgentUsage[], dropped: readonly LedgerEntry[]): readonly AgentUsage[] {
  if (dropped.length === 0) return agents;
  const own = new Map<Span, TokenCount>();
  const calls = new Map<Span, number>();
  for (const { agent, tokens, basis } of dropped) {
    if (!agent) continue;
    own.set(agent, addTokens(own.get(agent) ?? NO_TOKENS, tokens));
    if (basis === 'call') calls.set(agent, (calls.get(agent) ?? 0) + 1);
  }
  const inclusive = new Map(own);
  // Deepest first, so that what an agent loses is whole before its issuer loses it too.
  for (const { agent } of [...agents].sort((a, b) => b.agent.depth - a.agent.depth)) {
    const lost = inclusive.get(agent.span);
    if (lost && agent.issuer) inclusive.set(agent.issuer, addTokens(inclusive.get(agent.issuer) ?? NO_TOKENS, lost));
  }
  return agents.map((usage) => {
    const { span } = usage.agent;
    return {
      ...usage,
      own: minus(usage.own, own.get(span)),
      inclusive: minus(usage.inclusive, inclusive.get(span)),
      calls: usage.calls - (calls.get(span) ?? 0),
    };
  });
}

function minus(count: TokenCount, lost: TokenCount | undefined): TokenCount {
  if (!lost) return count;
  return {
    inputUncached: count.inputUncached - lost.inputUncached,
    cacheRead: count.cacheRead - lost.cacheRead,
    cacheWrite: count.cacheWrite - lost.cacheWrite,
    output: count.output - lost.output,
    reasoning: count.reasoning - lost.reasoning,
  };
}
