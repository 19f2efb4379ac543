import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** A path with links followed, and whether it lies in a tree; undefined where nothing is there. */
export async function containedFile(
  path: string,
  tree: string,
): Promise<{ readonly real: string; readonly isInside: boolean } | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  const inside = relative(await realpath(tree), real);
  return { real, isInside: inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside) };
}
