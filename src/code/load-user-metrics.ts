import { existsSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import type { Metric } from '../metrics/define-metric.ts';
import { resolveEntrypoint } from '../metrics/entrypoint.ts';
import { loadManifest } from '../metrics/load-manifest.ts';
import { METRICS } from '../metrics/registry.ts';
import { Failure } from '../problems/failure.ts';
import type { At } from '../problems/problem.ts';
import { doors } from './doors.ts';
import { userMetric } from './user-metric.ts';

/** Where metrics of the user are looked for, and what they may do. */
export interface UserMetricOptions {
  /** Folder to which paths are relative. */
  readonly base: string;
  /** Folder of the tree that a scorer's file must lie in. */
  readonly tree: string;
  readonly allowOutside: boolean;
  /** The working directory, to which shown paths are relative. */
  readonly cwd: string;
  /** Takes what scorers print. */
  readonly print: (text: string) => void;
}

/** A metric of the user, and the file that it runs; absent where its scorer is a built-in one. */
export interface UserMetric {
  readonly metric: Metric;
  readonly file?: string;
  /** Its manifest, links followed: two paths can lead to one metric. */
  readonly manifest: string;
}

const MANIFESTS = ['manifest.yaml', 'manifest.yml', 'manifest.json'];

/**
 * The metrics under a path or glob: folders with a manifest, or manifests themselves. Reads manifests and runs nothing.
 * Throws Failure METRIC_NOT_FOUND, METRIC_BAD_MANIFEST, METRIC_NAME_TAKEN or CODE_OUTSIDE.
 */
export async function loadUserMetrics(entry: string, options: UserMetricOptions, at?: At): Promise<UserMetric[]> {
  const manifests = await findManifests(entry, options.base);
  if (manifests.length === 0) throw new Failure('METRIC_NOT_FOUND', { path: entry }, at);
  return Promise.all(manifests.map((path) => loadOne(path, options)));
}

async function findManifests(entry: string, base: string): Promise<string[]> {
  const found = new Set<string>();
  const slashed = entry.replaceAll('\\', '/');
  const path =
    [entry, slashed].map((each) => resolve(base, each)).find((each) => existsSync(each)) ?? resolve(base, slashed);
  // Names can hold the signs of globs: what is there is meant as it stands.
  const isGlob = /[*?[{]/.test(entry) && !existsSync(path);
  const places = isGlob
    ? await glob(slashed, { cwd: base, onlyFiles: false, absolute: true, expandDirectories: false })
    : [path];
  for (const place of places.sort()) {
    const kind = await stat(place).catch(() => undefined);
    if (kind?.isFile()) found.add(resolve(place));
    if (!kind?.isDirectory()) continue;
    for (const name of MANIFESTS) {
      const path = join(place, name);
      if ((await stat(path).catch(() => undefined))?.isFile()) {
        found.add(resolve(path));
        break;
      }
    }
  }
  // A glob over a folder of metrics also meets the files in it.
  return [...found].filter((path) => !isGlob || MANIFESTS.some((name) => path.endsWith(`${sep}${name}`)));
}

async function loadOne(path: string, options: UserMetricOptions): Promise<UserMetric> {
  const shown = shownPath(path, options.cwd);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new Failure('METRIC_BAD_MANIFEST', { reason: error.message }, { file: shown });
  });
  const manifest = loadManifest(shown, text);
  const entrypoint = resolveEntrypoint(manifest);
  if (entrypoint.kind === 'unknown')
    throw new Failure(
      'METRIC_BAD_MANIFEST',
      { reason: `its entrypoint leads nowhere: ${entrypoint.reason}` },
      { file: shown },
    );
  const builtIn = entrypoint.kind === 'builtin' ? entrypoint.metric : undefined;
  if (METRICS.some((metric) => metric !== builtIn && metric.manifest.name === manifest.name))
    throw new Failure('METRIC_NAME_TAKEN', { name: manifest.name }, { file: shown });
  const real = await realpath(path);
  if (entrypoint.kind === 'builtin') return { metric: { ...entrypoint.metric, manifest }, manifest: real };
  const file = await scorerFile(resolve(dirname(path), entrypoint.file), shown, options);
  const { exported } = entrypoint;
  const isFamily = manifest.execution.emits_metric_family;
  const scorer = { file, doors: doors(), isFamily, ...(exported !== undefined && { exported }) };
  const metric = userMetric(manifest, { scorer, print: options.print });
  return { metric, file: shownPath(file, options.cwd), manifest: real };
}

/** The file of a scorer, where it may be run: links are followed before its place is judged. */
async function scorerFile(
  path: string,
  manifest: string,
  { tree, allowOutside, cwd }: UserMetricOptions,
): Promise<string> {
  const real = await realpath(path).catch(() => {
    const reason = `its entrypoint leads to ${shownPath(path, cwd)}, which is not there`;
    throw new Failure('METRIC_BAD_MANIFEST', { reason }, { file: manifest });
  });
  if (!(await stat(real)).isFile()) {
    const reason = `its entrypoint leads to ${shownPath(real, cwd)}, which is no file`;
    throw new Failure('METRIC_BAD_MANIFEST', { reason }, { file: manifest });
  }
  const inside = relative(await realpath(tree), real);
  if (!allowOutside && (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)))
    throw new Failure('CODE_OUTSIDE', { path: shownPath(real, cwd), tree: shownPath(tree, cwd) }, { file: manifest });
  return real;
}

function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path) || '.';
  return sep === '/' ? shown : shown.replaceAll(sep, '/');
}
