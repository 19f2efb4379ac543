import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { upwards } from './choose-python.ts';

const LARGEST = 1024 * 1024;

/** Environment of the functions of a project: the nearest `.env` at a folder or above, and `env`, which wins. */
export function projectEnv(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly env: Readonly<Record<string, string | undefined>>; readonly file?: string } {
  for (const each of upwards(folder)) {
    const file = join(each, '.env');
    const found = statSync(file, { throwIfNoEntry: false });
    // A virtual environment may have that name as well.
    if (!found?.isFile() || found.size > LARGEST) continue;
    return { env: { ...parseEnv(readFileSync(file, 'utf8')), ...env }, file };
  }
  return { env };
}
