import { compareText } from '../../model/canonical-order.ts';
import type { ChainLink } from './read-family.ts';
import type { SessionRecord } from './session-record.ts';

interface Rank {
  readonly timeNs: bigint;
  /** Steps since the last parent that is younger. */
  readonly depth: number;
}

const START: Rank = { timeNs: 0n, depth: 0 };

/**
 * Order of records whatever order their lines have: by time, and after their parents. Records without a time, as the
 * SDK writes them, stay where they stand after the record before them.
 */
export class ChainOrder {
  readonly #chain: ReadonlyMap<string, ChainLink>;
  readonly #ranks = new Map<string, Rank>();

  constructor(chain: ReadonlyMap<string, ChainLink>) {
    this.#chain = chain;
  }

  sort(records: readonly SessionRecord[]): SessionRecord[] {
    let carried = 0n;
    const keyed = [...records]
      .sort((a, b) => a.position - b.position)
      .map((record) => {
        if (record.timeNs !== undefined) carried = record.timeNs;
        const parent = record.uuid === undefined ? undefined : this.#chain.get(record.uuid)?.parent;
        return { record, ...this.#after(parent, record.timeNs ?? carried) };
      });
    keyed.sort((a, b) => {
      if (a.timeNs !== b.timeNs) return a.timeNs < b.timeNs ? -1 : 1;
      if (a.depth !== b.depth) return a.depth - b.depth;
      return compareUnrelated(a.record, b.record);
    });
    return keyed.map(({ record }) => record);
  }

  #after(parent: string | undefined, timeNs: bigint): Rank {
    const before = parent === undefined ? START : this.#rankOf(parent);
    return before.timeNs >= timeNs && before !== START
      ? { timeNs: before.timeNs, depth: before.depth + 1 }
      : { timeNs, depth: 0 };
  }

  /** The rank of a record by its uuid. Long chains are walked without recursion; a cycle is cut where it closes. */
  #rankOf(uuid: string): Rank {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: string | undefined = uuid;
    while (at !== undefined && !this.#ranks.has(at) && !onPath.has(at)) {
      const link = this.#chain.get(at);
      if (!link) break;
      path.push(at);
      onPath.add(at);
      at = link.parent;
    }
    for (const each of path.reverse()) {
      const link = this.#chain.get(each);
      const before = (link?.parent !== undefined && this.#ranks.get(link.parent)) || START;
      const own = link?.timeNs ?? 0n;
      const follows = before.timeNs >= own && before !== START;
      this.#ranks.set(each, follows ? { timeNs: before.timeNs, depth: before.depth + 1 } : { timeNs: own, depth: 0 });
    }
    return this.#ranks.get(uuid) ?? START;
  }
}

function compareUnrelated(a: SessionRecord, b: SessionRecord): number {
  const isTimed = a.timeNs !== undefined && b.timeNs !== undefined;
  if (isTimed && a.uuid !== undefined && b.uuid !== undefined && a.uuid !== b.uuid) return compareText(a.uuid, b.uuid);
  return a.position - b.position;
}
