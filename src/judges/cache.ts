import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { field, parseJson } from '../model/json.ts';
import type { JudgeAnswer } from './transport.ts';
import { answerFromWire, answerToWire } from './wire-answer.ts';

/** Answers by key. Only answers are kept, never a fault; what an answer means is read out of it anew each time. */
export interface AnswerCache {
  get(key: string): Promise<JudgeAnswer | undefined>;
  set(key: string, answer: JudgeAnswer): Promise<void>;
}

const VERSION = 1;
const KEY = /^[0-9a-f]{64}$/;

/**
 * A cache of one file an answer, named by its key. Folders are readable by their owner alone (0700), and so are files
 * (0600). A file that is broken or of another version is no answer.
 */
export function fileCache(folder: string): AnswerCache {
  const made = new Map<string, Promise<void>>();
  const folderOf = (key: string): string => join(folder, key.slice(0, 2));
  const makeFolder = (path: string): Promise<void> => {
    const known = made.get(path) ?? makePrivate(folder, path);
    made.set(path, known);
    return known;
  };
  let written = 0;
  return {
    get: async (key) => {
      if (!KEY.test(key)) return undefined;
      const text = await readFile(join(folderOf(key), `${key}.json`), 'utf8').catch(() => undefined);
      const value = text === undefined ? undefined : parseJson(text);
      return field(value, 'version') === VERSION ? answerFromWire(field(value, 'answer')) : undefined;
    },
    set: async (key, answer) => {
      if (!KEY.test(key)) return;
      await makeFolder(folderOf(key));
      const path = join(folderOf(key), `${key}.json`);
      // Written apart and renamed: another process never reads half an answer.
      const draft = `${path}.${process.pid}.${written++}.tmp`;
      try {
        await writeFile(draft, JSON.stringify({ version: VERSION, answer: answerToWire(answer) }), { mode: 0o600 });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
  };
}

async function makePrivate(folder: string, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  // A folder that was there before keeps its own mode otherwise.
  await chmod(folder, 0o700);
}
