import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files by path relative to the tree's root, with forward slashes. A made-up tree is a Map as well. */
export type SourceTree = ReadonlyMap<string, string>;

/** A file by its place: its floor, and its unit where it stands in a folder of the floor. */
export interface Place {
  readonly floor: string;
  /** First folder below the floor; undefined for a file directly on it. */
  readonly unit: string | undefined;
}

/** Reads every file below a folder. */
export function readTree(root: string): SourceTree {
  const tree = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    tree.set(path.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
  }
  return tree;
}

/** The place of `floor/unit/file.ts`; undefined for a file that stands on no floor. */
export function placeOf(path: string): Place | undefined {
  const [floor, second, third] = path.split('/');
  if (floor === undefined || second === undefined) return undefined;
  return { floor, unit: third === undefined ? undefined : second };
}

/** True for a test beside its file. Tests import the floor's own list, and `testing/`. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

/** The TypeScript files of a tree. */
export function scripts(tree: SourceTree): [path: string, source: string][] {
  return [...tree].filter(([path]) => path.endsWith('.ts'));
}
