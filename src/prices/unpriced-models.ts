import type { CostLine } from './cost-ledger.ts';

/** Characters of a name, and names, that are told. */
const LONGEST = 200;
const MOST = 1000;

/** Adds the models of lines that have no price, with their calls. Names come from data: few and short ones are kept. */
export function countUnpriced(lines: readonly CostLine[], counts: Map<string, number>): Map<string, number> {
  for (const { gap, span } of lines) {
    const model = (span.model?.responded ?? span.model?.requested)?.slice(0, LONGEST);
    if (gap !== 'model_not_priced' || model === undefined) continue;
    if (counts.has(model) || counts.size < MOST) counts.set(model, (counts.get(model) ?? 0) + 1);
  }
  return counts;
}
