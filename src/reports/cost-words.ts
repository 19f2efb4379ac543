import { dollarText } from '../results/dollars.ts';
import type { CostAmount, CostTotals } from '../results/run-result.ts';
import { grouped } from './figures.ts';

/** `at least $0.42, of it delegated $0.25 to $0.31 (genai-prices 0.1.8)`; undefined when no cost is known. */
export function costWords({ total, delegated, prices }: CostTotals): string | undefined {
  if (total.known === null) return undefined;
  const by = prices ? ` (${prices.id})` : '';
  return `${dollars(total)}, of it delegated ${dollars(delegated)}${by}`;
}

/** What the cost leaves out and why; undefined when nothing is. */
export function costLeftOut({ left_out, unpriced }: CostTotals): string | undefined {
  const models = unpriced.slice(0, 5).map(({ model }) => model);
  const more = unpriced.length > models.length ? ` and ${grouped(unpriced.length - models.length)} more` : '';
  const parts = left_out.map(({ reason, count }) => {
    const named = reason === 'model_not_priced' && models.length ? ` (${models.join(', ')}${more})` : '';
    return `${grouped(count)} × ${reason}${named}`;
  });
  return parts.length ? parts.join(', ') : undefined;
}

function dollars({ known, complete, at_most }: CostAmount): string {
  if (known === null) return 'unknown';
  if (complete) return dollarText(known);
  return at_most === undefined ? `at least ${dollarText(known)}` : `${dollarText(known)} to ${dollarText(at_most)}`;
}
