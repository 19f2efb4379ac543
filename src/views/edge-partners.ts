import { compareSpans } from '../model/canonical-order.ts';
import type { Delegation } from '../model/delegation.ts';
import type { Span } from '../model/span.ts';
import { hasVia } from './merge-edges.ts';
import { plainName } from './plain-name.ts';

interface Waiting {
  readonly run: Span;
  taken: boolean;
}

/**
 * Runs that one side of an edge has reached and whose other side may still come: a handoff names the call, its receiver
 * names the source, and both mean one edge. Each run has one record of each side.
 */
export class EdgePartners {
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #next = new Map<string, number>();

  add(edge: Delegation, run: Span): void {
    const entry = { run, taken: false };
    const side = hasVia(edge);
    // The run can be known by its own name or by the name that the edge gives.
    const names = new Set([edge.toAgent, run.agent?.name, run.agent?.id].map((name) => plainName(name ?? '')));
    for (const name of names) {
      for (const from of new Set([edge.fromAgent, undefined])) {
        const key = keyOf(side, from, name);
        const list = this.#waiting.get(key);
        if (list) list.push(entry);
        else this.#waiting.set(key, [entry]);
      }
    }
  }

  /** Puts what was added so far in order of time. */
  sort(): void {
    for (const list of this.#waiting.values()) list.sort((a, b) => compareSpans(a.run, b.run));
  }

  /** The first run that waits for the other side of this edge and did not start before it; edges come in order of time. */
  take(edge: Delegation, since: bigint): Span | undefined {
    return this.#first(edge, `since ${hasVia(edge)}`, ({ run }) => !hasVia(edge) || (run.startNs ?? since) >= since);
  }

  /** The first run that waits for the other side of this edge, whenever it started. */
  takeAny(edge: Delegation): Span | undefined {
    return this.#first(edge, 'any', () => true);
  }

  #first(edge: Delegation, pass: string, isMeant: (entry: Waiting) => boolean): Span | undefined {
    const key = keyOf(!hasVia(edge), edge.fromAgent, plainName(edge.toAgent ?? ''));
    const list = edge.toAgent === undefined ? undefined : this.#waiting.get(key);
    if (!list) return undefined;
    let at = this.#next.get(`${pass} ${key}`) ?? 0;
    for (; at < list.length; at++) {
      const entry = list[at];
      if (!entry || entry.taken || !isMeant(entry)) continue;
      entry.taken = true;
      this.#next.set(`${pass} ${key}`, at);
      return entry.run;
    }
    this.#next.set(`${pass} ${key}`, at);
    return undefined;
  }
}

function keyOf(hasCall: boolean, from: string | undefined, to: string): string {
  return JSON.stringify([hasCall, from === undefined ? null : plainName(from), to]);
}
