import { compareText } from '../model/canonical-order.ts';
import type { Span } from '../model/span.ts';

/** Why a total is only a known subtotal, or what was read and not added. */
export interface LeftOut {
  readonly reason: string;
  readonly count: number;
  /** The first spans concerned, at most 20. */
  readonly spanIds: readonly string[];
}

interface Gap {
  readonly span: Span | undefined;
  /** The agent whose figures it touches. */
  readonly agent: Span | undefined;
}

/** What is missing, by reason. */
export class Gaps {
  readonly #byReason = new Map<string, Gap[]>();

  add(reason: string, span: Span | undefined, agent: Span | undefined): void {
    const known = this.#byReason.get(reason);
    if (known) known.push({ span, agent });
    else this.#byReason.set(reason, [{ span, agent }]);
  }

  isEmpty(): boolean {
    return this.#byReason.size === 0;
  }

  agents(): Set<Span> {
    const agents = new Set<Span>();
    for (const gaps of this.#byReason.values()) for (const { agent } of gaps) if (agent) agents.add(agent);
    return agents;
  }

  list(): LeftOut[] {
    return [...this.#byReason]
      .sort(([a], [b]) => compareText(a, b))
      .map(([reason, gaps]) =>
        leftOut(
          reason,
          gaps.map((gap) => gap.span),
        ),
      );
  }
}

/** A reason with its count and first spans. */
export function leftOut(reason: string, spans: readonly (Span | undefined)[]): LeftOut {
  const ids = spans.flatMap((span) => span?.spanId ?? []).sort(compareText);
  return { reason, count: spans.length, spanIds: ids.slice(0, 20) };
}
