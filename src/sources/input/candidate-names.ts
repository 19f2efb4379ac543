import { extname } from 'node:path';

const EXTENSIONS: ReadonlySet<string> = new Set(
  '.json .jsonl .ndjson .jsonlines .gz .log .traj .txt .eval .zst .db .otlp .pb'.split(' '),
);

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set('node_modules .git .hg .svn .muster .venv __pycache__'.split(' '));

/** True for a file of a folder that may hold a recording, by its name; a file without an extension may. */
export function isCandidateName(name: string): boolean {
  if (name.startsWith('.')) return false;
  const extension = extname(name).toLowerCase();
  return extension === '' || EXTENSIONS.has(extension);
}

/** True for a file whose extension promises JSON. */
export function isJsonName(path: string): boolean {
  return /\.(json|jsonl|ndjson|jsonlines|traj)(\.gz)?$/i.test(path);
}

/** True for a file whose name says that each line is a record. */
export function isLinesName(path: string): boolean {
  return /\.(jsonl|ndjson|jsonlines)(\.gz)?$/i.test(path);
}

/** True for a file whose extension is that of a binary recording. */
export function isBinaryRecordingName(path: string): boolean {
  return /\.(eval|zst|otlp|pb)$/i.test(path);
}

/** True for a folder that holds no recordings of the user. */
export function isSkippedFolder(name: string): boolean {
  return SKIPPED_FOLDERS.has(name);
}

/** True for the folder of a run that Muster wrote. */
export function isRunFolder(names: readonly string[]): boolean {
  return names.includes('run.json') && names.includes('outcomes.jsonl');
}
