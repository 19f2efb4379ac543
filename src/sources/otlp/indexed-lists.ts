import type { Json } from '../../model/json.ts';
import type { Attributes } from '../../model/span.ts';
import { type At, problem } from '../../problems/problem.ts';
import type { Report } from './raw-span.ts';

/** Lists longer than this are not rebuilt: a hostile index cannot exhaust memory. */
const INDEX_LIMIT = 10_000;
const DEPTH = 64;
const INDEX = /^\d+$/;

type Node = Map<string, Node | { readonly leaf: Json }>;

/**
 * Rebuilds the list that an exporter wrote as `prefix.0.…`, `prefix.1.…`; gaps are closed. Undefined when no such key
 * is recorded. A key that stands both for a value and for a branch is read as the branch.
 */
export function indexedList(attributes: Attributes, prefix: string, report: Report, at: At): Json[] | undefined {
  const start = `${prefix}.`;
  let root: Node | undefined;
  for (const [key, value] of attributes) {
    if (!key.startsWith(start)) continue;
    const path = key.slice(start.length).split('.');
    if (!INDEX.test(path[0] ?? '') || path.length > DEPTH) continue;
    if (path.some((step) => INDEX.test(step) && Number(step) > INDEX_LIMIT)) {
      report(problem('SOURCE_INDEX_LIMIT', { key, limit: INDEX_LIMIT }, at));
      continue;
    }
    root ??= new Map();
    insert(root, path, value);
  }
  const list = root && toJson(root);
  return Array.isArray(list) ? list : undefined;
}

function insert(root: Node, path: readonly string[], value: Json): void {
  let node = root;
  for (const [depth, step] of path.entries()) {
    const known = node.get(step);
    if (depth === path.length - 1) {
      if (!(known instanceof Map)) node.set(step, { leaf: value });
      return;
    }
    if (known instanceof Map) node = known;
    else {
      const branch: Node = new Map();
      node.set(step, branch);
      node = branch;
    }
  }
}

function toJson(node: Node): Json {
  const entries = [...node].map(([key, child]): [string, Json] => [
    key,
    child instanceof Map ? toJson(child) : child.leaf,
  ]);
  if (entries.every(([key]) => INDEX.test(key)))
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
  return Object.fromEntries(entries);
}
