import { compareText } from '../../model/canonical-order.ts';
import { isObject, type Json } from '../../model/json.ts';
import { linesWithBroken } from '../input/broken-problem.ts';
import type { InputFile } from '../input/input-file.ts';
import { type FilePlace, placeOf } from './file-place.ts';
import { toNanoseconds } from './record-time.ts';
import { sessionIdOf } from './session-record.ts';
import { unwrap } from './unwrap.ts';

/** Files that belong together: a session and the files of its agents. */
export interface Family {
  readonly key: string;
  /** The session that the folder or the file name states. */
  readonly sessionId: string;
  readonly files: InputFile[];
  /** Time of the first record of any of its files. */
  firstNs?: bigint;
}

interface Glance {
  readonly sessionId?: string;
  readonly timeNs?: bigint;
}

const LOOKED_AT = 50;

/** The first session id and time of a file. What is odd is reported later, when the file is read. */
async function glance(file: InputFile): Promise<Glance> {
  let sessionId: string | undefined;
  let timeNs: bigint | undefined;
  let looked = 0;
  const isDone = (): boolean => looked >= LOOKED_AT || (sessionId !== undefined && timeNs !== undefined);
  for await (const { value } of linesWithBroken(file, () => {})) {
    for (const { value: item } of unwrap(value as Json)) {
      looked++;
      if (isObject(item)) {
        sessionId ??= sessionIdOf(item);
        timeNs ??= toNanoseconds(item.timestamp);
      }
      if (isDone()) break;
    }
    if (isDone()) break;
  }
  return { ...(sessionId !== undefined && { sessionId }), ...(timeNs !== undefined && { timeNs }) };
}

interface Seen {
  readonly file: InputFile;
  readonly place: FilePlace;
  readonly seen: Glance;
}

/**
 * Groups files into families. An agent's file belongs to the session that its folder names (`<session>/subagents/`);
 * one that lies beside the sessions, to the session that its records name. Families come in order of their first time,
 * then path: copied history stays with the family that comes first.
 */
export async function groupFamilies(files: readonly InputFile[]): Promise<Family[]> {
  const families: Family[] = [];
  const byName = new Map<string, Family>();
  const bySession = new Map<string, Family>();
  const agents: Seen[] = [];
  for (const file of [...files].sort((a, b) => compareText(a.path, b.path))) {
    const place = placeOf(file.path);
    const seen = await glance(file);
    if (place.agentId !== undefined) {
      agents.push({ file, place, seen });
      continue;
    }
    const family: Family = { key: file.path, sessionId: place.stem, files: [] };
    families.push(family);
    add(family, file, seen);
    byName.set(keyOf(place.folder, place.stem), family);
    if (seen.sessionId !== undefined) bySession.set(keyOf(place.folder, seen.sessionId), family);
  }
  const stated = sessionsByStem(agents);
  for (const { file, place, seen } of agents) {
    const { folder, stem, folderSession } = place;
    const sessionId = folderSession ?? stated.get(keyOf(folder, stem)) ?? stem;
    const key = keyOf(folder, sessionId);
    const known = byName.get(key) ?? bySession.get(key);
    const family = known ?? { key, sessionId, files: [] };
    if (!known) families.push(family);
    byName.set(key, family);
    add(family, file, seen);
  }
  return families.sort(compareFamilies);
}

/** The session that an agent's records name holds for the small file beside it, too. */
function sessionsByStem(agents: readonly Seen[]): Map<string, string> {
  const stated = new Map<string, string>();
  for (const { place, seen } of agents)
    if (seen.sessionId !== undefined) stated.set(keyOf(place.folder, place.stem), seen.sessionId);
  return stated;
}

function keyOf(folder: string, session: string): string {
  return `${folder}\n${session}`;
}

function add(family: Family, file: InputFile, { timeNs }: Glance): void {
  family.files.push(file);
  if (timeNs !== undefined && (family.firstNs === undefined || timeNs < family.firstNs)) family.firstNs = timeNs;
}

function compareFamilies(a: Family, b: Family): number {
  if (a.firstNs !== b.firstNs) {
    if (a.firstNs === undefined) return 1;
    if (b.firstNs === undefined) return -1;
    return a.firstNs < b.firstNs ? -1 : 1;
  }
  return compareText(a.key, b.key);
}
