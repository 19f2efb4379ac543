import { field, isObject, type Json, type JsonObject, textField } from '../../model/json.ts';
import { problem } from '../../problems/problem.ts';
import { brokenProblem, counted, type Kept, linesWithBroken } from '../input/broken-problem.ts';
import type { BrokenValue } from '../input/broken-value.ts';
import type { InputFile } from '../input/input-file.ts';
import { isLossy } from '../input/loss.ts';
import { takeOut } from '../input/without-half-read.ts';
import { placeOf } from './file-place.ts';
import { toNanoseconds } from './record-time.ts';
import { isSpoken, type Report, type SessionRecord, sessionIdOf, toSessionRecord } from './session-record.ts';
import { unwrap, wrappedList } from './unwrap.ts';

/** A record with a uuid as a link of the chain of parents; housekeeping records are links as well. */
export interface ChainLink {
  readonly parent?: string;
  readonly timeNs?: bigint;
}

/** The records of one file. */
export interface FileRecords {
  readonly path: string;
  /** The agent whose own file this is. */
  readonly agentId?: string;
  readonly records: readonly SessionRecord[];
  /** Where records of it are missing: the position of the next record that was read. */
  readonly losses: readonly number[];
}

/** Everything that the files of one family say, in memory together. */
export interface FamilyRecords {
  readonly files: FileRecords[];
  /** By uuid. */
  readonly chain: Map<string, ChainLink>;
  /** Which tool call runs an agent, from progress records: agent id by tool call id. */
  readonly progress: Map<string, string>;
  /** The type of an agent by its id, from the small file beside its own. */
  readonly agentTypes: Map<string, string>;
  /** The agent that a session was started as, by session id. */
  readonly mainNames: Map<string, string>;
}

/** An empty family. */
export function emptyFamily(): FamilyRecords {
  return { files: [], chain: new Map(), progress: new Map(), agentTypes: new Map(), mainNames: new Map() };
}

/** Reads one file into its family. Reports a file that holds no conversation. */
export async function readFile(
  file: InputFile,
  family: FamilyRecords,
  position: number,
  report: Report,
): Promise<number> {
  const { agentId, isSidecar } = placeOf(file.path);
  const records: SessionRecord[] = [];
  let next = position;
  let isSilent = true;
  const losses: number[] = [];
  const told: Report = (found) => {
    isSilent = false;
    if (isLossy(found)) losses.push(next);
    report(found);
  };
  const times = new BadTimes(file.path);
  for await (const { line, value, broken } of linesWithBroken(file, told)) {
    const kept = broken && wholeOf(broken);
    if (broken && kept) told(brokenProblem(file.path, broken, kept));
    if (isSidecar && agentId !== undefined) {
      const type = textField(value, 'agentType');
      if (type !== undefined) family.agentTypes.set(agentId, type);
      continue;
    }
    for (const { value: item, pointer } of kept && kept.kept === undefined ? [] : unwrap(value as Json)) {
      const at = { file: file.path, line, ...(pointer !== undefined && { pointer }) };
      const record = toSessionRecord(item, next++, at, told);
      if (record) records.push(record);
      if (isObject(item)) addFacts(item, family);
      if (isObject(item) && item.timestamp !== undefined) times.check(item.timestamp, line);
    }
    if (broken) losses.push(next);
  }
  times.tell(told);
  if (isSidecar) return next;
  if (isSilent && !records.some(isSpoken))
    report(problem('SOURCE_NO_SPANS', { format: 'Claude Code' }, { file: file.path }));
  family.files.push({ path: file.path, records, losses, ...(agentId !== undefined && { agentId }) });
  return next;
}

/** What is whole of a wrapper that breaks. A record by itself is not. */
function wholeOf(broken: BrokenValue): Kept {
  const list = wrappedList(broken.value as Json);
  if (!list) return { isDocument: broken.brokenLine > broken.line };
  const halfRead = broken.path.slice(0, list.depth + 1);
  const isInside = halfRead.length > list.depth && takeOut(broken.value, halfRead);
  const { length } = list.items;
  return { isDocument: true, ...(length > 0 && { kept: counted(length, 'record') }), ...(isInside && { halfRead }) };
}

function addFacts(value: JsonObject, family: FamilyRecords): void {
  const uuid = textField(value, 'uuid');
  if (uuid !== undefined && !family.chain.has(uuid)) {
    const parent = textField(value, 'parentUuid');
    const timeNs = toNanoseconds(value.timestamp);
    family.chain.set(uuid, { ...(parent !== undefined && { parent }), ...(timeNs !== undefined && { timeNs }) });
  }
  if (value.type === 'progress') {
    const agentId = textField(field(value, 'data'), 'agentId');
    const toolUseId = textField(value, 'parentToolUseID');
    if (agentId !== undefined && toolUseId !== undefined) family.progress.set(toolUseId, agentId);
  }
  if (value.type === 'agent-setting') {
    const name = textField(value, 'agentSetting');
    const session = sessionIdOf(value);
    if (name !== undefined && session !== undefined) family.mainNames.set(session, name);
  }
}

/** Timestamps that cannot be read: told once a file. */
class BadTimes {
  readonly #file: string;
  #first: { value: unknown; line: number } | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  check(value: unknown, line: number): void {
    if (this.#first || toNanoseconds(value) !== undefined) return;
    this.#first = { value, line };
  }

  tell(report: Report): void {
    if (!this.#first) return;
    const { value, line } = this.#first;
    const facts = { what: 'timestamp', value: `'${String(value)}'`, expected: 'an ISO 8601 time' };
    report(problem('SOURCE_BAD_VALUE', facts, { file: this.#file, line }));
  }
}
