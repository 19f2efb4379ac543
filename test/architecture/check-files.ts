import { blankText } from './blank-text.ts';
import { ROOT_ENTRIES } from './floors.ts';
import { isTest, type SourceTree, scripts } from './source-tree.ts';

const WALL = 400;
const TEST_WALL = 600;
const SAYS_NOTHING = new Set(['utils', 'helpers', 'common', 'types', 'index']);
const THE_ONE_INDEX = 'src/public/index.ts';

/** Files over their length. Paths are relative to the repository. */
export function checkLengths(tree: SourceTree): string[] {
  return scripts(tree).flatMap(([path, source]) => {
    const lines = source.replace(/\n$/, '').split('\n').length;
    const wall = isTest(path) ? TEST_WALL : WALL;
    return lines > wall ? [`${path}: ${lines} lines, the wall is ${wall}`] : [];
  });
}

/** Files and folders with a name that says nothing of what they hold. */
export function checkNames(tree: SourceTree): string[] {
  return [...tree.keys()]
    .filter((path) => path !== THE_ONE_INDEX)
    .filter((path) => path.split('/').some((part) => SAYS_NOTHING.has(part.replace(/\..*$/, ''))))
    .map((path) => `${path}: a name says what is inside`);
}

/** Entries at the root that the layout does not know. */
export function checkRoot(entries: readonly string[]): string[] {
  return entries.filter((entry) => !ROOT_ENTRIES.has(entry)).map((entry) => `${entry}: is loose at the root`);
}

/** Dependencies that no decision names. */
export function checkDependencies(dependencies: readonly string[], decisions: string): string[] {
  return dependencies
    .filter((name) => !decisions.includes(`\`${name}\``))
    .map((name) => `${name}: no page of docs/decisions says why it is here`);
}

const RE_EXPORT = /^\s*export\s+(?:type\s+)?\{[^}]*\}\s*from\s*'[^']*';/gm;

/** Doors that do more than name what they re-export: logic, or `export *`, which hides what is public. */
export function checkDoors(tree: SourceTree): string[] {
  return scripts(tree)
    .filter(
      ([path, source]) =>
        path.startsWith('public/') && !isTest(path) && blankText(source).replace(RE_EXPORT, '').trim() !== '',
    )
    .map(([path]) => `${path}: a door only names what it re-exports`);
}
