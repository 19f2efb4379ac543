import type { Span } from '../model/span.ts';
import type { Cost } from '../model/usage.ts';
import { inputTokens } from '../model/usage.ts';

/** US dollars that no single record can cost. */
const MOST = 1e9;

/**
 * The cost that a record of one call reports, where it can be believed. Recorders write 0 for models whose price they do
 * not know: beside tokens, a zero says nothing.
 */
export function reportedCost(record: Span): number | undefined {
  const usd = plausible(record.cost);
  return usd === 0 && hasTokens(record) ? undefined : usd;
}

/** The cost of everything below it that a span reports: no call, as an LLM span is, and no zero that nothing explains. */
export function reportedTotal({ cost, kind }: Span): number | undefined {
  return kind !== 'LLM' && cost?.scope === 'inclusive' ? plausible(cost) : undefined;
}

function plausible(cost: Cost | undefined): number | undefined {
  if (!cost || cost.scope === 'cumulative_snapshot' || cost.scope === 'last_call') return undefined;
  return cost.usd >= 0 && cost.usd <= MOST ? cost.usd : undefined;
}

function hasTokens({ usage }: Span): boolean {
  return usage !== undefined && ((inputTokens(usage) ?? 0) > 0 || (usage.output ?? 0) > 0);
}
