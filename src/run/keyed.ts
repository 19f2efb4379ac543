/** Distinct keys of data that are told apart; of more, only their number is known. */
const MOST = 10_000;

/** Values by keys that come from data. Which are kept does not depend on the order in which they come. */
export class Keyed<Value> {
  readonly #values = new Map<string, Value>();
  #beyond: Set<string> | undefined;
  readonly #make: () => Value;

  constructor(make: () => Value) {
    this.#make = make;
  }

  /** The value of a key; undefined once there are too many keys to tell any apart. */
  of(key: string): Value | undefined {
    if (this.#beyond) {
      this.#beyond.add(key);
      return undefined;
    }
    let value = this.#values.get(key);
    if (value === undefined) {
      value = this.#make();
      this.#values.set(key, value);
      if (this.#values.size > MOST) {
        this.#beyond = new Set(this.#values.keys());
        this.#values.clear();
        return undefined;
      }
    }
    return value;
  }

  /** The first of the entries in an order, and how many keys that leaves out. */
  first(
    most: number,
    compare: (a: readonly [string, Value], b: readonly [string, Value]) => number,
  ): { readonly entries: readonly (readonly [string, Value])[]; readonly leftOut: number } {
    const entries = [...this.#values].sort((a, b) => compare(a, b) || compareKeys(a[0], b[0])).slice(0, most);
    return { entries, leftOut: (this.#beyond ?? this.#values).size - entries.length };
  }
}

/** Order of keys: figures as figures, else as text. */
export function compareKeys(a: string, b: string): number {
  const figures = /^\d{1,9}$/.test(a) && /^\d{1,9}$/.test(b) ? Number(a) - Number(b) : 0;
  return figures || (a < b ? -1 : a > b ? 1 : 0);
}
