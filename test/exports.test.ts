import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const PUBLIC = new URL('../src/public/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
};

/** Doors by the name that a user imports, each with its source. `package.json` itself is no door. */
const DOORS = Object.entries(manifest.exports).flatMap(([name, target]) => {
  if (typeof target === 'string') return [];
  const file = (target.default ?? '').replace(/^\.\/dist\/public\/(.*)\.js$/, '$1.ts');
  return [{ name: name.replace(/^\./, 'muster-eval'), target, file, url: new URL(file, PUBLIC) }];
});

/** Names in the `export { … } from` lists of a door; types are marked, because they are gone at run time. */
function namesOf(source: string): string[] {
  const names: string[] = [];
  for (const [, only, list = ''] of source.matchAll(/^export (type )?\{([^}]*)\} from/gm)) {
    for (const entry of list.split(',').map((text) => text.trim())) {
      if (entry !== '') names.push(only ? `type ${entry}` : entry);
    }
  }
  return names.sort();
}

describe('the doors of the package', () => {
  it('are those of src/public, each with its types', () => {
    expect(DOORS.map(({ file }) => file).sort()).toEqual(readdirSync(PUBLIC).sort());
    for (const { name, target } of DOORS) expect(target.types, name).toBe(target.default?.replace(/\.js$/, '.d.ts'));
  });

  it('export these names, and a change here is a change for users', async () => {
    const page = DOORS.map(({ name, url }) => [`# ${name}`, ...namesOf(readFileSync(url, 'utf8')), ''].join('\n'));
    await expect(page.join('\n')).toMatchFileSnapshot('exports/names.txt');
  });

  it('have at run time what they name', async () => {
    for (const { url } of DOORS) {
      const names = namesOf(readFileSync(url, 'utf8')).filter((name) => !name.startsWith('type '));
      const module: object = await import(url.href);
      expect(Object.keys(module).sort()).toEqual(names);
    }
  });
});
