import type { JudgeFault, JudgeUsage } from './transport.ts';

/** US dollars of a call; undefined where its model or its tokens have no known price. */
export type CostOf = (model: string, usage: JudgeUsage) => number | undefined;

/** What judging may use up. */
export interface BudgetLimits {
  /** Attempts that reach a server. */
  readonly calls?: number;
  readonly usd?: number;
}

/** What judging has used up. */
export interface Spent {
  readonly calls: number;
  /** Answers that came from the cache. */
  readonly cached: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** The cost of the answers whose price is known. */
  readonly usd: number;
  /** Answers whose price is not known: with any, `usd` is a known subtotal. */
  readonly unpriced: number;
}

/** A call that may be made. `settle` replaces its expected cost by the real one. */
export interface Reservation {
  settle(usage: JudgeUsage | undefined): void;
}

/** Counts calls and money, and refuses the call that would go beyond. Money is reserved before a call and settled after. */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #costOf: CostOf;
  #calls = 0;
  #cached = 0;
  #input = 0;
  #output = 0;
  #usd = 0;
  #reserved = 0;
  #unpriced = 0;

  constructor(limits: BudgetLimits, costOf: CostOf) {
    this.#limits = limits;
    this.#costOf = costOf;
  }

  /** Takes a call of so many expected tokens out of the budget, or says why it may not be made. */
  reserve(model: string, expected: JudgeUsage): Reservation | JudgeFault {
    const { calls, usd } = this.#limits;
    if (calls !== undefined && this.#calls >= calls) return exhausted(`${calls} calls`);
    const estimate = this.#costOf(model, expected);
    if (usd !== undefined) {
      if (estimate === undefined)
        return {
          kind: 'judge_budget_unpriced',
          message: `the budget is in US dollars, and no price of ${model} is known: declare it under muster.prices`,
        };
      if (this.#usd + this.#reserved + estimate > usd) return exhausted(`$${usd}`);
    }
    const held = estimate ?? 0;
    this.#calls++;
    this.#reserved += held;
    return {
      settle: (usage) => {
        this.#reserved -= held;
        if (usage) this.#count(model, usage);
      },
    };
  }

  /** Notes an answer that cost nothing, because it was known already. */
  addCached(): void {
    this.#cached++;
  }

  spent(): Spent {
    return {
      calls: this.#calls,
      cached: this.#cached,
      input_tokens: this.#input,
      output_tokens: this.#output,
      usd: this.#usd,
      unpriced: this.#unpriced,
    };
  }

  #count(model: string, usage: JudgeUsage): void {
    this.#input += usage.input ?? 0;
    this.#output += usage.output ?? 0;
    const cost = this.#costOf(model, usage);
    if (cost === undefined) this.#unpriced++;
    else this.#usd += cost;
  }
}

function exhausted(limit: string): JudgeFault {
  return { kind: 'judge_budget_exhausted', message: `the budget of ${limit} is used up` };
}
