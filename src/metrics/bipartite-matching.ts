/** For each kind on the left, how many of it are paired with each kind on the right. */
export type Matching = readonly ReadonlyMap<number, number>[];

/**
 * Pairs as many as can be paired, whatever the order: a maximum matching between kinds of which there are several each,
 * by shortest augmenting paths (Hopcroft and Karp 1973; Dinic 1970). `edges[left]` holds the kinds on the right that fit.
 */
export function maximumMatching(
  left: readonly number[],
  right: readonly number[],
  edges: readonly (readonly number[])[],
): Matching {
  const search = new Search(left, right, edges);
  while (search.measure()) {
    const starts = [...left.keys()];
    for (const start of starts) while (search.extend(start));
  }
  return search.forward;
}

/** The pairs of a matching. */
export function sizeOf(matching: Matching): number {
  let size = 0;
  for (const partners of matching) for (const count of partners.values()) size += count;
  return size;
}

class Search {
  readonly forward: Map<number, number>[];
  readonly #backward: Map<number, number>[];
  readonly #leftFree: number[];
  readonly #rightFree: number[];
  readonly #edges: readonly (readonly number[])[];
  #levels: number[] = [];
  #next: number[] = [];

  constructor(left: readonly number[], right: readonly number[], edges: readonly (readonly number[])[]) {
    this.#edges = edges;
    this.#leftFree = [...left];
    this.#rightFree = [...right];
    this.forward = left.map(() => new Map());
    this.#backward = right.map(() => new Map());
  }

  /** Measures how far each kind on the left is from one that is free. False when no free one on the right is reached. */
  measure(): boolean {
    this.#levels = this.#leftFree.map((free) => (free > 0 ? 0 : -1));
    this.#next = this.#leftFree.map(() => 0);
    const queue = [...this.#levels.keys()].filter((kind) => this.#levels[kind] === 0);
    const seen = new Set<number>();
    let isReached = false;
    for (const kind of queue) {
      for (const other of this.#edges[kind] ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        if ((this.#rightFree[other] ?? 0) > 0) isReached = true;
        for (const partner of this.#backward[other]?.keys() ?? []) {
          if (this.#levels[partner] !== -1) continue;
          this.#levels[partner] = (this.#levels[kind] ?? 0) + 1;
          queue.push(partner);
        }
      }
    }
    return isReached;
  }

  /** Pairs some more of a kind on the left that has free ones; false when no path is left. */
  extend(start: number): boolean {
    const free = this.#leftFree[start] ?? 0;
    const taken = free > 0 ? this.#push(start, free) : 0;
    this.#leftFree[start] = free - taken;
    return taken > 0;
  }

  /** No deeper than there are kinds on the smaller side. */
  #push(kind: number, amount: number): number {
    const edges = this.#edges[kind] ?? [];
    for (let at = this.#next[kind] ?? 0; at < edges.length; at++) {
      this.#next[kind] = at;
      const other = edges[at] ?? 0;
      const taken = this.#take(kind, other, amount);
      if (taken > 0) {
        this.#change(kind, other, taken);
        return taken;
      }
    }
    this.#levels[kind] = -1;
    return 0;
  }

  /** Frees at most `amount` on the right: there are free ones, or a partner of it finds others. */
  #take(kind: number, other: number, amount: number): number {
    const free = this.#rightFree[other] ?? 0;
    if (free > 0) {
      const taken = Math.min(amount, free);
      this.#rightFree[other] = free - taken;
      return taken;
    }
    const level = (this.#levels[kind] ?? 0) + 1;
    for (const [partner, count] of this.#backward[other] ?? []) {
      if (this.#levels[partner] !== level) continue;
      const taken = this.#push(partner, Math.min(amount, count));
      if (taken === 0) continue;
      this.#change(partner, other, -taken);
      return taken;
    }
    return 0;
  }

  #change(kind: number, other: number, by: number): void {
    const count = (this.forward[kind]?.get(other) ?? 0) + by;
    if (count > 0) {
      this.forward[kind]?.set(other, count);
      this.#backward[other]?.set(kind, count);
    } else {
      this.forward[kind]?.delete(other);
      this.#backward[other]?.delete(kind);
    }
  }
}
