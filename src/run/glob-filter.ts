import { matchesGlob } from '../metrics/glob.ts';
import { compareText } from '../model/canonical-order.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean, nearNames } from '../problems/near-names.ts';

/** The values that an item has for a key of a filter. */
export type FilterFields<Item> = Readonly<Record<string, (item: Item) => readonly (string | undefined)[]>>;

/** One `key=glob`, and what was seen while nothing matched it. */
interface Entry {
  readonly key: string;
  readonly glob: string;
  readonly seen: SeenValues;
  found: boolean;
}

/** What `--filter` asks for: entries of one key are alternatives, different keys must all hold. */
export class GlobFilter<Item> {
  /** As the user gave it, such as `agent=geo*, status=short`. */
  readonly asked: string;
  readonly #fields: FilterFields<Item>;
  readonly #byKey = new Map<string, Entry[]>();
  #matchedAny = false;

  /** Throws Failure CLI_BAD_USAGE for what is no `key=glob` or has an unknown key. */
  constructor(entries: readonly string[], fields: FilterFields<Item>, command: string) {
    this.asked = entries.join(', ');
    this.#fields = fields;
    const known = Object.keys(fields);
    for (const entry of entries) {
      const equals = entry.indexOf('=');
      const key = entry.slice(0, Math.max(0, equals));
      if (!Object.hasOwn(fields, key)) {
        const reason = `--filter takes key=glob with ${known.join(', ')}, and was given '${entry}'.${didYouMean(key, known)}`;
        throw new Failure('CLI_BAD_USAGE', { reason, command });
      }
      const glob = entry.slice(equals + 1);
      const ofKey = this.#byKey.get(key) ?? [];
      this.#byKey.set(key, [...ofKey, { key, glob, seen: new SeenValues(glob), found: false }]);
    }
  }

  /** True for what is to be shown; everything is where nothing was asked for. */
  matches(item: Item): boolean {
    let all = true;
    for (const [key, entries] of this.#byKey) {
      const values = (this.#fields[key]?.(item) ?? []).filter((value) => value !== undefined);
      let any = false;
      for (const entry of entries) any = see(entry, values) || any;
      all &&= any;
    }
    this.#matchedAny ||= all;
    return all;
  }

  /** One sentence for each entry that matched nothing, with near values; or that nothing matched them all. */
  unmatched(): string[] {
    const entries = [...this.#byKey.values()].flat();
    const lost = entries.filter(({ found }) => !found);
    if (lost.length) return lost.map(({ key, glob, seen }) => `--filter ${key}=${glob} matched nothing.${seen.hint()}`);
    return this.#matchedAny || entries.length === 0 ? [] : [`--filter ${this.asked}: nothing matched all of it`];
  }
}

function see(entry: Entry, values: readonly string[]): boolean {
  const matched = values.some((value) => matchesGlob(entry.glob, value));
  if (matched) entry.found = true;
  else if (!entry.found) for (const value of values) entry.seen.add(value);
  return matched;
}

const MANY = 1000;
const TOLD = 3;

/** Of any number of values the few worth telling to who misspelt one; which, does not depend on their order. */
class SeenValues {
  readonly #wanted: string;
  #values = new Set<string>();
  #hasMore = false;

  constructor(glob: string) {
    this.#wanted = glob.replace(/[*?]/g, '');
  }

  add(value: string): void {
    this.#values.add(value);
    if (this.#values.size <= MANY) return;
    this.#values = new Set([...nearNames(this.#wanted, this.#values), ...this.#first()]);
    this.#hasMore = true;
  }

  hint(): string {
    const near = this.#wanted === '' ? '' : didYouMean(this.#wanted, this.#values);
    if (near) return near;
    const first = this.#first();
    if (first.length === 0) return ` Nothing here has one.`;
    const more = this.#hasMore || this.#values.size > first.length ? ', …' : '';
    return ` Here are: ${first.join(', ')}${more}`;
  }

  #first(): string[] {
    return [...this.#values].sort(compareText).slice(0, TOLD);
  }
}
