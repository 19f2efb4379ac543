import type { BrokenValue } from './broken-value.ts';
import type { Step } from './open-path.ts';

/** A half-read part of a broken value on the way to its break. */
export interface HalfRead {
  readonly node: unknown;
  readonly path: readonly Step[];
}

/** The half-read parts, from the whole value inwards. */
export function halfReadOf({ value, path }: Pick<BrokenValue, 'value' | 'path'>): HalfRead[] {
  const found: HalfRead[] = [{ node: value, path: [] }];
  let node = value;
  for (const [index, step] of path.entries()) {
    node = memberOf(node, step);
    if (node === undefined) break;
    found.push({ node, path: path.slice(0, index + 1) });
  }
  return found;
}

function memberOf(node: unknown, step: Step): unknown {
  if (Array.isArray(node)) return typeof step === 'number' ? node[step] : undefined;
  if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
  return (node as Readonly<Record<Step, unknown>>)[step];
}

/** Takes a half-read part out of its value, which is ours alone. False for the whole value: nothing is left of it. */
export function takeOut(value: unknown, path: readonly Step[]): boolean {
  const last = path.at(-1);
  if (last === undefined) return false;
  let parent = value;
  for (const step of path.slice(0, -1)) parent = memberOf(parent, step);
  // A half-read element is the last of its list.
  if (Array.isArray(parent)) parent.pop();
  else if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, last);
  return true;
}
