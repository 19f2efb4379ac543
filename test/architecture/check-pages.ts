import { posix } from 'node:path';

/** Links of a page to files of the repository that are not there. Paths are relative to the repository. */
export function checkLinks(path: string, page: string, exists: (path: string) => boolean): string[] {
  const faults: string[] = [];
  for (const [, target = ''] of page.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [file = ''] = target.split('#');
    if (file === '' || /^[a-z]+:/.test(file)) continue;
    if (!exists(posix.join(posix.dirname(path), file))) faults.push(`${path}: ${target} leads nowhere`);
  }
  return faults;
}

/** Scripts that a page tells its reader to run and that package.json does not have. */
export function checkScripts(path: string, page: string, scripts: Readonly<Record<string, string>>): string[] {
  return [...page.matchAll(/\bnpm (?:run ([a-z][\w:-]*)|(start|test)\b)/g)]
    .map(([, named, short]) => named ?? short ?? '')
    .filter((name) => !Object.hasOwn(scripts, name))
    .map((name) => `${path}: there is no script ${name}`);
}
