import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The version in package.json, which stands two folders above, in the sources and in the build. */
export function packageVersion(): string {
  const path = fileURLToPath(new URL('../../package.json', import.meta.url));
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  return version;
}
