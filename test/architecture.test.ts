import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkDependencies, checkDoors, checkLengths, checkNames, checkRoot } from './architecture/check-files.ts';
import { checkFloors, checkImports } from './architecture/check-imports.ts';
import { checkLinks, checkScripts } from './architecture/check-pages.ts';
import { checkPurity, checkTestsMeasureNothing } from './architecture/check-purity.ts';
import { checkSpreads } from './architecture/check-spreads.ts';
import { checkUnits } from './architecture/check-units.ts';
import { readTree, type SourceTree } from './architecture/source-tree.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const SRC = readTree(`${ROOT}/src`);

function ownScripts(): SourceTree {
  const tree = new Map<string, string>();
  for (const folder of ['src', 'test', 'bench']) {
    for (const [path, source] of readTree(`${ROOT}/${folder}`)) tree.set(`${folder}/${path}`, source);
  }
  return tree;
}

/** The pages that people read, by path. */
function pages(): [path: string, text: string][] {
  const below = ['src', 'bench', 'docs', 'examples'].flatMap((folder) =>
    existsSync(`${ROOT}/${folder}`) ? [...readTree(`${ROOT}/${folder}`).keys()].map((path) => `${folder}/${path}`) : [],
  );
  const paths = [...readdirSync(ROOT), ...below].filter((path) => /^(?!.*\/(samples|cases)\/).*\.md$/.test(path));
  return paths.map((path) => [path, readFileSync(`${ROOT}/${path}`, 'utf8')]);
}

/** Names and `*.ext` patterns of .gitignore, which is all that it holds. */
function isIgnored(entry: string): boolean {
  const lines = readFileSync(`${ROOT}/.gitignore`, 'utf8').split('\n').filter(Boolean);
  return lines.some((line) =>
    line.startsWith('*') ? entry.endsWith(line.slice(1)) : entry === line.replace(/\/$/, ''),
  );
}

describe('the house', () => {
  it('has every file of src on a known floor', () => {
    expect(SRC.size).toBeGreaterThan(50);
    expect(checkFloors(SRC)).toEqual([]);
  });

  it('imports between floors only as the table allows, and never between siblings', () => {
    expect(checkImports(SRC)).toEqual([]);
  });

  it('keeps its pure floors from the clock, randomness, the environment and the network', () => {
    expect(checkPurity(SRC)).toEqual([]);
  });

  it('has no test that measures time or memory', () => {
    expect(checkTestsMeasureNothing(ownScripts())).toEqual([]);
  });

  it('hands no list of any length to one call', () => {
    expect(checkSpreads(SRC)).toEqual([]);
  });

  it('has every metric, source and report complete and registered', () => {
    expect(checkUnits(SRC)).toEqual([]);
  });

  it('has doors that only re-export by name', () => {
    expect(checkDoors(SRC)).toEqual([]);
  });

  it('has files within their length, with names that say what is inside', () => {
    const tree = ownScripts();
    expect(checkLengths(tree)).toEqual([]);
    expect(checkNames(tree)).toEqual([]);
  });

  it('has nothing loose at the root', () => {
    const entries = readdirSync(ROOT).filter((entry) => entry !== '.git' && !isIgnored(entry));
    expect(checkRoot(entries)).toEqual([]);
  });

  it('describes every floor that there is, and no other, in ARCHITECTURE.md', () => {
    const page = readFileSync(`${ROOT}/ARCHITECTURE.md`, 'utf8');
    const table = page.slice(page.indexOf('## The floors'), page.indexOf('## One run'));
    const described = [...table.matchAll(/^\| `(\w+)\/` \|/gm)].map((match) => match[1] ?? '');
    const floors = new Set(
      [...SRC.keys()].filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''),
    );
    expect(described.sort()).toEqual([...floors].sort());
  });

  it('has pages whose links lead somewhere and whose scripts exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
    const all = pages();
    expect(all.length).toBeGreaterThan(5);
    expect(all.flatMap(([path, text]) => checkLinks(path, text, (to) => existsSync(`${ROOT}/${to}`)))).toEqual([]);
    expect(all.flatMap(([path, text]) => checkScripts(path, text, scripts))).toEqual([]);
  });

  it('says of each dependency why it is here', () => {
    const manifest = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));
    const { dependencies, devDependencies, peerDependencies, overrides } = manifest;
    const names = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies, ...overrides });
    const decisions = [...readTree(`${ROOT}/docs/decisions`).values()].join('\n');
    expect(names.length).toBeGreaterThan(10);
    expect(checkDependencies(names, decisions)).toEqual([]);
  });
});
