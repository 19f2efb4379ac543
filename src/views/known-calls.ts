import type { Span } from '../model/span.ts';

/** How many earlier calls of one id are compared with a record: a server that knows one id only is told apart so far. */
const COMPARED = 64;

/** A call that some records are known to be of. `first` and `latest` stand for all of them. */
export interface KnownCall<About> {
  readonly first: Span;
  latest: Span;
  about: About;
}

/** The calls that were seen so far, by the id under which they are looked for. */
export class KnownCalls<About> {
  readonly #isOne: (record: Span, known: Span) => boolean;
  readonly #byId = new Map<string, KnownCall<About>[]>();
  readonly #byStart = new Map<string, KnownCall<About>>();

  /** `isOne` tells whether two records of one id can be of one call. */
  constructor(isOne: (record: Span, known: Span) => boolean) {
    this.#isOne = isOne;
  }

  /** The call that a record of this id is of, or undefined; the one that began at the same time before the latest. */
  find(id: string, record: Span): KnownCall<About> | undefined {
    const isOne = (call: KnownCall<About>): boolean =>
      this.#isOne(record, call.first) && (call.latest === call.first || this.#isOne(record, call.latest));
    const atOnce = this.#byStart.get(startKey(id, record));
    if (atOnce && isOne(atOnce)) return atOnce;
    return this.#byId.get(id)?.slice(-COMPARED).findLast(isOne);
  }

  add(id: string, first: Span, about: About): void {
    const call: KnownCall<About> = { first, latest: first, about };
    const calls = this.#byId.get(id);
    if (calls) calls.push(call);
    else this.#byId.set(id, [call]);
    this.#byStart.set(startKey(id, first), call);
  }
}

function startKey(id: string, { startNs, usage }: Span): string {
  return `${startNs ?? ''} ${usage?.inputTotalReported ?? ''} ${usage?.output ?? ''} ${id}`;
}
