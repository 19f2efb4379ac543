import { canonicalJson } from '../../model/canonical-json.ts';
import { textField } from '../../model/json.ts';
import { idField } from './id-field.ts';
import type { FileRecords } from './read-family.ts';
import type { SessionRecord } from './session-record.ts';

/** What a file holds that no earlier file holds. */
export interface OwnRecords {
  readonly path: string;
  readonly agentId?: string;
  readonly records: readonly SessionRecord[];
  /** How many records of this file are copies of another speaker's. */
  readonly copied: number;
  /** Of those, the model calls that were written down under new uuids. */
  readonly renamed: number;
}

/** Key of a model call: the ids of its message and of its request. */
export function callKey(record: SessionRecord): string | undefined {
  const id = idField(record.message, 'id');
  return id === undefined ? undefined : `${id} ${textField(record.value, 'requestId') ?? ''}`;
}

/**
 * A session that is resumed, cleared or forked starts with a copy of the history; a forked agent with a copy of its
 * parent's. Each record and each model call stays with the file that was read first. Held across families: ids only.
 */
export class CopiedHistory {
  readonly #records = new Map<string, { readonly path: string; readonly owner: string }>();
  readonly #calls = new Map<string, string>();

  /** What a file holds of its own. `owner` names who speaks in it: an agent's records may lie in two files. */
  own(file: FileRecords, owner: (record: SessionRecord) => string): OwnRecords {
    const inFile = new Map<string, SessionRecord[]>();
    const records: SessionRecord[] = [];
    let copied = 0;
    let renamed = 0;
    for (const record of file.records) {
      if (record.uuid !== undefined && isRepeated(record, record.uuid, inFile)) continue;
      const found = this.#compare(record, owner(record), file.path);
      if (found === 'own') records.push(record);
      if (found === 'copy' || found === 'renamed') copied++;
      if (found === 'renamed') renamed++;
    }
    const { path, agentId } = file;
    return { path, records, copied, renamed, ...(agentId !== undefined && { agentId }) };
  }

  /** `again`: the same speaker's record in a second file, which is no copy of history. */
  #compare(record: SessionRecord, owner: string, path: string): 'own' | 'copy' | 'renamed' | 'again' {
    if (record.uuid !== undefined) {
      const key = `${record.uuid} ${record.type} ${record.timeNs ?? ''}`;
      const first = this.#records.get(key);
      if (first === undefined) this.#records.set(key, { path, owner });
      else if (first.path !== path) return first.owner === owner ? 'again' : 'copy';
    }
    const call = record.type === 'assistant' ? callKey(record) : undefined;
    if (call === undefined) return 'own';
    const speaker = this.#calls.get(call);
    if (speaker === undefined) this.#calls.set(call, owner);
    return speaker === undefined || speaker === owner ? 'own' : 'renamed';
  }
}

/** True when a file holds the same record twice. Different records that share a uuid are both kept. */
function isRepeated(record: SessionRecord, uuid: string, known: Map<string, SessionRecord[]>): boolean {
  const others = known.get(uuid);
  if (!others) {
    known.set(uuid, [record]);
    return false;
  }
  if (others.length > SHARED_LIMIT) return false;
  const own = canonicalJson(record.value);
  if (others.some((other) => canonicalJson(other.value) === own)) return true;
  others.push(record);
  return false;
}

/** An id that stands on this many different records is no id; they are no longer compared. */
const SHARED_LIMIT = 20;
