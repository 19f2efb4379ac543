import { posix } from 'node:path';
import { FLOORS, FLOORS_OF_UNITS, PURE_FLOORS, PURE_PACKAGES, SHARED_ROOMS } from './floors.ts';
import { readImports } from './read-imports.ts';
import { isTest, type Place, placeOf, type SourceTree, scripts } from './source-tree.ts';

function floorAllows(from: Place, to: Place, test: boolean): boolean {
  if (from.floor === to.floor) return true;
  if (test && to.floor === 'testing') return true;
  const allowed = FLOORS[from.floor]?.mayImport ?? [];
  if (allowed === 'everything') return true;
  return allowed.some((entry) =>
    typeof entry === 'string' ? entry === to.floor : entry.floor === to.floor && to.unit === undefined,
  );
}

function areSiblings(from: Place, to: Place): boolean {
  if (from.floor !== to.floor || !FLOORS_OF_UNITS.has(from.floor)) return false;
  if (from.unit === undefined || to.unit === undefined || from.unit === to.unit) return false;
  return !SHARED_ROOMS.has(`${to.floor}/${to.unit}`);
}

function faultOfRelative(path: string, specifier: string, tree: SourceTree): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  const from = placeOf(path);
  const to = placeOf(target);
  if (!from || !to || target.startsWith('..')) return `imports ${specifier}, which is outside src/`;
  if (!tree.has(target)) return `imports ${specifier}, which is no file of src/`;
  if (!floorAllows(from, to, isTest(path))) return `${from.floor}/ may not import ${to.floor}/ (${target})`;
  if (areSiblings(from, to)) return `imports its sibling ${to.floor}/${to.unit}`;
  return undefined;
}

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

function faultOfPackage(path: string, specifier: string): string | undefined {
  const floor = placeOf(path)?.floor ?? '';
  if (isTest(path) || !PURE_FLOORS.has(floor)) return undefined;
  if (specifier.startsWith('node:')) return `${floor}/ is pure and may not import ${specifier}`;
  if (!PURE_PACKAGES.has(packageOf(specifier))) return `${floor}/ is pure, and ${specifier} is not known to be`;
  return undefined;
}

/** Imports that the table forbids, as `path:line: what is wrong`. */
export function checkImports(tree: SourceTree): string[] {
  const faults: string[] = [];
  for (const [path, source] of scripts(tree)) {
    for (const { specifier, line } of readImports(source)) {
      const fault = specifier.startsWith('.')
        ? faultOfRelative(path, specifier, tree)
        : faultOfPackage(path, specifier);
      if (fault) faults.push(`${path}:${line}: ${fault}`);
    }
  }
  return faults;
}

/** Files that stand on no known floor. */
export function checkFloors(tree: SourceTree): string[] {
  return [...tree.keys()]
    .filter((path) => path !== 'tsconfig.json' && !Object.hasOwn(FLOORS, placeOf(path)?.floor ?? ''))
    .map((path) => `${path}: stands on no known floor`);
}
