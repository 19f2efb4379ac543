import { hashValue } from '../../model/hash.ts';
import { field, type Json } from '../../model/json.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import type { ChatRecord } from './records.ts';

/** What names a record in its file: the task and trial of a run of tau-bench, the id of a conversation. */
interface Names {
  readonly base: string;
  /** The task of tau-bench with its id; several tasks can share an id, as each domain counts its own. */
  readonly task?: { readonly id: string; readonly hash: string | undefined };
  readonly trial?: string;
}

/** The identity of one record among all that are read. */
export interface Identity {
  readonly id: string;
  readonly taskId?: string;
  /** The same record was read before, from this file or another one. */
  readonly isRepeated: boolean;
}

/**
 * Names records whatever their order: first all are noted, then each is asked for. The same record in two files is one;
 * different ones of the same task and trial are told apart by a hash of their content.
 */
export class Identities {
  /** Hashes of the tasks that share an id. */
  readonly #tasks = new Map<string, Set<string>>();
  /** Hashes of the records that share a name. */
  readonly #records = new Map<string, Set<string>>();
  /** Who was given an id. */
  readonly #given = new Map<string, string>();
  readonly #reported = new Set<string>();

  note(record: ChatRecord): void {
    const names = namesOf(record);
    if (!names) return;
    if (names.task?.hash !== undefined) put(this.#tasks, names.task.id, names.task.hash);
    put(this.#records, keyOf(names), hashValue(record.value));
  }

  /** The identity of a record; `copies` counts equal records without a name in the file that is being read. */
  of(record: ChatRecord, copies: Map<string, number>, report: (problem: Problem) => void): Identity {
    const names = namesOf(record);
    return names ? this.#named(record, names, report) : this.#unnamed(record, copies);
  }

  #named(record: ChatRecord, names: Names, report: (problem: Problem) => void): Identity {
    const variants = this.#records.get(keyOf(names))?.size ?? 1;
    const taskId = names.task && this.#taskId(names.task);
    const base = taskId === undefined ? names.base : `task_${escaped(taskId)}${names.trial ?? ''}`;
    const id = variants > 1 ? `${base}~${hashValue(record.value).slice(0, 8)}` : base;
    if (variants > 1 && !this.#reported.has(base)) {
      this.#reported.add(base);
      report(problem('SOURCE_DUPLICATE_CASE', { case: base, count: variants }, record.at));
    }
    return { ...this.#give(id, `named ${keyOf(names)} ${id}`, record), ...(taskId !== undefined && { taskId }) };
  }

  /** Nothing names it: equal records of one file are repetitions, the first of two files is one recording. */
  #unnamed(record: ChatRecord, copies: Map<string, number>): Identity {
    const hash = hashValue(record.value).slice(0, 16);
    const count = (copies.get(hash) ?? 0) + 1;
    copies.set(hash, count);
    const id = count === 1 ? `chat_${hash}` : `chat_${hash}~${count}`;
    return this.#give(id, `unnamed ${id}`, record);
  }

  #taskId({ id, hash }: NonNullable<Names['task']>): string {
    const isShared = (this.#tasks.get(id)?.size ?? 0) > 1;
    return isShared && hash !== undefined ? `${id}~${hash.slice(0, 8)}` : id;
  }

  #give(id: string, owner: string, record: ChatRecord): Pick<Identity, 'id' | 'isRepeated'> {
    const known = this.#given.get(id);
    // An id of the user's can look like one that was made here.
    if (known !== undefined && known !== owner) return this.#give(`${id}~${hashValue(record.value)}`, owner, record);
    this.#given.set(id, owner);
    return { id, isRepeated: known !== undefined };
  }
}

function namesOf({ kind, value }: ChatRecord): Names | undefined {
  if (kind === 'messages') {
    const id = idAt(value, 'id') ?? idAt(value, 'conversation_id');
    return id === undefined ? undefined : { base: id };
  }
  const id = kind === 'tau-bench' ? idAt(value, 'task_id') : undefined;
  if (id === undefined) return undefined;
  const task = field(field(value, 'info'), 'task');
  const trial = idAt(value, 'trial');
  return {
    base: id,
    task: { id, hash: task === undefined ? undefined : hashValue(task) },
    ...(trial !== undefined && { trial: `/trial_${escaped(trial)}` }),
  };
}

function keyOf({ base, task, trial }: Names): string {
  return JSON.stringify([base, task ? [task.hash ?? '', trial ?? ''] : null]);
}

/** An id is a text or a number; an empty one names nothing. */
function idAt(value: Json, key: string): string | undefined {
  const id = field(value, key);
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}

/** A name may hold the signs that part it from what follows. */
function escaped(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}

function put(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}
