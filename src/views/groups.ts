/** Items that are joined, two at a time, into groups (union-find): near-linear, and without recursion. */
export class Groups<Item> {
  readonly #parent = new Map<Item, Item>();
  readonly #size = new Map<Item, number>();

  constructor(items: Iterable<Item>) {
    for (const item of items) this.#parent.set(item, item);
  }

  /** The item that stands for the group of another. */
  of(item: Item): Item {
    let at = item;
    for (;;) {
      const parent = this.#parent.get(at) ?? at;
      if (parent === at) return at;
      const above = this.#parent.get(parent) ?? parent;
      this.#parent.set(at, above);
      at = above;
    }
  }

  join(a: Item, b: Item): void {
    const [first, second] = [this.of(a), this.of(b)];
    if (first === second) return;
    const [one, other] = [this.#size.get(first) ?? 1, this.#size.get(second) ?? 1];
    const [small, large] = one < other ? [first, second] : [second, first];
    this.#parent.set(small, large);
    this.#size.set(large, one + other);
  }
}
