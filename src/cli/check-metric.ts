import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadUserMetrics, type UserMetric } from '../code/load-user-metrics.ts';
import type { Metric } from '../metrics/define-metric.ts';
import { type Entrypoint, resolveEntrypoint } from '../metrics/entrypoint.ts';
import { checkManifest, readManifest } from '../metrics/load-manifest.ts';
import type { Manifest } from '../metrics/manifest.ts';
import type { PlacedFault } from '../metrics/positioned-yaml.ts';
import { METRICS, metricNamed } from '../metrics/registry.ts';
import { Failure } from '../problems/failure.ts';
import { problem } from '../problems/problem.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import { type CheckedCases, checkCases } from '../run/check-cases.ts';
import type { Terminal } from './terminal.ts';

const HELD = 0;
const NOT_HELD = 1;
const UNUSABLE = 2;
const MANIFEST = 'manifest.yaml';

/**
 * `muster metric check FILE|FOLDER|NAME`: what is wrong with a manifest and its cases, by file and line. The cases of a
 * folder run, those of a scorer of the user in a worker.
 */
export async function checkMetric(target: string, allowOutside: boolean, terminal: Terminal): Promise<number> {
  const builtIn = METRICS.find(({ manifest }) => manifest.name === target);
  if (builtIn) return checkBuiltIn(builtIn, terminal);
  const kind = await stat(resolve(terminal.cwd, target)).catch(() => undefined);
  // Neither a file nor a metric: the message of an unknown metric names the nearest ones.
  if (!kind) metricNamed(target);
  const isFolder = kind?.isDirectory() === true;
  const shown = isFolder ? join(target, MANIFEST) : target;
  const { manifest, faults } = readManifest(shown, await readText(shown, terminal));
  if (!manifest) return tellFaults(faults, terminal);
  terminal.out(`${escapeTerminal(shown)}: the manifest of ${manifest.name} ${manifest.version} is valid\n`);
  const entrypoint = resolveEntrypoint(manifest);
  const code = tellScorer(manifest, entrypoint, terminal);
  const cases = isFolder ? await readCases(resolve(terminal.cwd, target), target) : [];
  if (entrypoint.kind === 'unknown')
    return Math.max(code, tellCases(await checkCases(cases, undefined, manifest), terminal));
  const [user] = await loadOwn(shown, allowOutside, terminal);
  if (user?.file) terminal.out(`  runs ${escapeTerminal(user.file)} in a worker\n`);
  try {
    return tellCases(await checkCases(cases, user?.metric, manifest), terminal);
  } finally {
    await user?.metric.elsewhere?.close();
  }
}

/** The cases of a built-in metric stand beside its code; the installed package leaves them out. */
async function checkBuiltIn(metric: Metric, terminal: Terminal): Promise<number> {
  const { manifest } = metric;
  checkManifest(manifest);
  terminal.out(`${manifest.name} ${manifest.version}: the manifest is valid\n`);
  const folder = fileURLToPath(new URL(`../metrics/${manifest.name}/`, import.meta.url));
  if (existsSync(join(folder, 'cases')))
    return tellCases(await checkCases(await readCases(folder, manifest.name), metric, manifest), terminal);
  terminal.out(`  its worked example: ${manifest.metric_metadata.worked_example}\n`);
  return HELD;
}

async function loadOwn(shown: string, allowOutside: boolean, terminal: Terminal): Promise<UserMetric[]> {
  const { cwd } = terminal;
  const tree = dirname(resolve(cwd, shown));
  const print = (text: string): void => terminal.err(escapeTerminal(text));
  return loadUserMetrics(resolve(cwd, shown), { base: cwd, tree, cwd, allowOutside, print });
}

async function readText(shown: string, terminal: Terminal): Promise<string> {
  return readFile(resolve(terminal.cwd, shown), 'utf8').catch((error: Error) => {
    throw new Failure('METRIC_BAD_MANIFEST', { reason: error.message }, { file: shown });
  });
}

/** The files of cases in a folder of a metric, by name as the user would write it. */
async function readCases(folder: string, shown: string): Promise<{ file: string; text: string }[]> {
  const names = await readdir(join(folder, 'cases')).catch(() => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (name) => ({
      file: join(shown, 'cases', name),
      text: await readFile(join(folder, 'cases', name), 'utf8'),
    })),
  );
}

function tellFaults(faults: readonly PlacedFault[], terminal: Terminal): number {
  const problems = faults.map(({ reason, at }) => ({ ...problem('METRIC_BAD_MANIFEST', { reason }), at }));
  for (const { message, at } of problems) terminal.err(`${escapeTerminal(`${at.file}:${at.line}: ${message}`)}\n`);
  terminal.err(`  ${problems[0]?.hint ?? ''}\n`);
  return UNUSABLE;
}

function tellScorer(manifest: Manifest, entrypoint: Entrypoint, terminal: Terminal): number {
  if (entrypoint.kind === 'unknown') {
    terminal.err(
      `  its entrypoint '${escapeTerminal(manifest.entrypoint)}' leads nowhere: ${escapeTerminal(entrypoint.reason)}\n`,
    );
    return UNUSABLE;
  }
  const told =
    entrypoint.kind === 'builtin'
      ? `the built-in metric ${entrypoint.metric.manifest.name}`
      : `${entrypoint.file}${entrypoint.exported === undefined ? '' : `, its export ${entrypoint.exported}`}`;
  terminal.out(`  its scorer is ${escapeTerminal(told)}\n`);
  return HELD;
}

function tellCases({ held, formed, faults }: CheckedCases, terminal: Terminal): number {
  for (const { reason, at } of faults) terminal.err(`${escapeTerminal(`${at.file}:${at.line}: ${reason}`)}\n`);
  if (held !== undefined) terminal.out(`  ${held} of ${formed} ${formed === 1 ? 'case holds' : 'cases hold'}\n`);
  else if (formed) terminal.out(`  ${formed} ${formed === 1 ? 'case is' : 'cases are'} well formed, and not scored\n`);
  return faults.length ? NOT_HELD : HELD;
}
