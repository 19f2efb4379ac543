import type { Session } from '../model/trace.ts';
import { type CostFigure, totalOf } from '../prices/cost-ledger.ts';
import type { PriceTable } from '../prices/price-table.ts';
import { sessionCost } from '../prices/session-cost.ts';
import { countUnpriced } from '../prices/unpriced-models.ts';
import { roundDollars } from '../results/dollars.ts';
import type { CostAmount, CostTotals } from '../results/run-result.ts';

const NOTHING: CostFigure = { low: 0, high: 0 };

/** Sums up what the sessions of a run cost. */
export class CostBoard {
  readonly #prices: PriceTable | undefined;
  readonly #leftOut = new Map<string, number>();
  readonly #unpriced = new Map<string, number>();
  #total = NOTHING;
  #delegated = NOTHING;
  #recorded = false;

  constructor(prices: PriceTable | undefined) {
    this.#prices = prices;
  }

  add(session: Session): void {
    const { total, recorded, gaps, lines, delegated } = sessionCost(session, this.#prices);
    this.#recorded ||= recorded;
    this.#total = totalOf([this.#total, total]);
    this.#delegated = totalOf([this.#delegated, delegated]);
    for (const { reason, count } of gaps) this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count);
    countUnpriced(lines, this.#unpriced);
  }

  totals(): CostTotals {
    const byName = ([a]: readonly [string, number], [b]: readonly [string, number]): number => (a < b ? -1 : 1);
    return {
      total: this.#amount(this.#total),
      delegated: this.#amount(this.#delegated),
      left_out: [...this.#leftOut].sort(byName).map(([reason, count]) => ({ reason, count })),
      unpriced: [...this.#unpriced].sort(byName).map(([model, calls]) => ({ model, calls })),
      prices: this.#prices ? { id: this.#prices.id, hash: this.#prices.hash } : null,
    };
  }

  #amount({ low, high }: CostFigure): CostAmount {
    if (!this.#recorded) return { known: null, complete: false };
    const [least, most] = [roundDollars(low), high === null ? null : roundDollars(high)];
    return { known: least, complete: least === most, ...(most !== null && most !== least && { at_most: most }) };
  }
}
