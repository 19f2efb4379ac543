import { compareText } from '../../model/canonical-order.ts';
import { shortHash } from '../../model/hash.ts';
import { ChainOrder } from './chain-order.ts';
import type { CopiedHistory } from './copies.ts';
import type { Family } from './families.ts';
import { placeOf } from './file-place.ts';
import type { ChainLink, FamilyRecords, FileRecords } from './read-family.ts';
import type { SessionRecord } from './session-record.ts';

/** A sub-agent of a family, or a side call of the program itself. */
export interface AgentRecords {
  readonly key: string;
  readonly agentId?: string;
  /** Compaction and prompt suggestions: cost of the main agent, no work that was delegated. */
  readonly isInternal: boolean;
  /** It has a file of its own, whose first records are copies of its parent's. */
  readonly isForked: boolean;
  /** In order. */
  readonly records: readonly SessionRecord[];
}

/** The records of a family by who speaks in them. */
export interface Speakers {
  /** The main chains by session id, in order. */
  readonly main: ReadonlyMap<string, readonly SessionRecord[]>;
  readonly agents: readonly AgentRecords[];
  /** True when history was copied under new uuids: of its turns, only the calls can be recognised. */
  readonly isRenamed: boolean;
}

const INTERNAL = ['acompact-', 'aprompt_suggestion-'];
const MAIN = 'main';

/** Sorts the records of a family by speaker. What an earlier file holds is left out. */
export function readSpeakers(family: Family, { files, chain }: FamilyRecords, history: CopiedHistory): Speakers {
  const main: SessionRecord[] = [];
  const agents = new Map<string, { agentId?: string; copied: number; records: SessionRecord[] }>();
  const roots = new SidechainRoots(chain, files);
  let isRenamed = false;
  for (const file of [...files].sort(mainFirst)) {
    const keyOf = (record: SessionRecord): string => speakerOf(record, file, roots);
    const own = history.own(file, (record) => `${family.key}\n${keyOf(record)}`);
    for (const record of own.records) {
      const key = keyOf(record);
      if (key === MAIN) main.push(record);
      else {
        const agentId = file.agentId ?? (key.startsWith('agent:') ? key.slice(6) : undefined);
        const known = agents.get(key) ?? { copied: 0, records: [], ...(agentId !== undefined && { agentId }) };
        agents.set(key, known);
        known.records.push(record);
      }
    }
    if (file.agentId === undefined) isRenamed ||= own.renamed > 0;
    else {
      const known = agents.get(`agent:${file.agentId}`);
      if (known) known.copied += own.copied;
    }
  }
  const order = new ChainOrder(chain);
  return {
    main: bySession(family, main, order),
    agents: [...agents]
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, { agentId, copied, records }]) => ({
        key,
        isInternal: agentId !== undefined && INTERNAL.some((start) => agentId.startsWith(start)),
        isForked: copied > 0,
        records: order.sort(records),
        ...(agentId !== undefined && { agentId }),
      })),
    isRenamed,
  };
}

function mainFirst(a: FileRecords, b: FileRecords): number {
  const agents = Number(a.agentId !== undefined) - Number(b.agentId !== undefined);
  return agents !== 0 ? agents : compareText(a.path, b.path);
}

function speakerOf(record: SessionRecord, file: FileRecords, roots: SidechainRoots): string {
  if (file.agentId !== undefined) return `agent:${file.agentId}`;
  if (record.parentToolUseId !== undefined) return `call:${record.parentToolUseId}`;
  if (!record.isSidechain) return MAIN;
  if (record.agentId !== undefined) return `agent:${record.agentId}`;
  return `root:${roots.of(record)}`;
}

/** The first record of the sidechain that a record lies on: the oldest form gives agents no ids. */
class SidechainRoots {
  readonly #chain: ReadonlyMap<string, ChainLink>;
  readonly #sidechain = new Set<string>();
  readonly #roots = new Map<string, string>();

  constructor(chain: ReadonlyMap<string, ChainLink>, files: readonly FileRecords[]) {
    this.#chain = chain;
    for (const { records } of files)
      for (const { uuid, isSidechain } of records) if (isSidechain && uuid !== undefined) this.#sidechain.add(uuid);
  }

  of(record: SessionRecord): string {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at = record.uuid;
    let root = at ?? '';
    while (at !== undefined && !onPath.has(at)) {
      const known = this.#roots.get(at);
      if (known !== undefined) {
        root = known;
        break;
      }
      path.push(at);
      onPath.add(at);
      if (this.#sidechain.has(at)) root = at;
      at = this.#chain.get(at)?.parent;
    }
    for (const each of path) this.#roots.set(each, root);
    return root;
  }
}

/** The main records by session. Records that name none belong to the session of the file. */
function bySession(
  family: Family,
  records: readonly SessionRecord[],
  order: ChainOrder,
): Map<string, readonly SessionRecord[]> {
  const groups = new Map<string, SessionRecord[]>();
  const named = [...new Set(records.flatMap(({ sessionId }) => sessionId ?? []))].sort(compareText);
  const usual = named.includes(family.sessionId) ? family.sessionId : (named[0] ?? nameOf(family, records));
  for (const record of records) {
    const id = record.sessionId ?? usual;
    const group = groups.get(id);
    if (group) group.push(record);
    else groups.set(id, [record]);
  }
  return new Map([...groups].map(([id, group]) => [id, order.sort(group)]));
}

/** A session that nothing names is told from others by its content, so that equal file names do not meet. */
function nameOf(family: Family, records: readonly SessionRecord[]): string {
  const path = family.files[0]?.path ?? family.sessionId;
  return `${placeOf(path).stem}~${shortHash(records.map(({ value }) => shortHash(value)).sort(compareText)).slice(0, 8)}`;
}
