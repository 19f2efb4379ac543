import { dirname, resolve } from 'node:path';
import type { UserMetric } from '../code/load-user-metrics.ts';
import type { LoadedConfig } from '../config/loaded-config.ts';
import type { Metric } from '../metrics/define-metric.ts';
import type { At } from '../problems/problem.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
import type { Terminal } from './terminal.ts';

/** Metrics of the user by the path or glob that names them, and the files of theirs that a run executes. */
export interface UserMetrics {
  readonly byEntry: ReadonlyMap<string, readonly Metric[]>;
  readonly files: readonly string[];
  close(): Promise<void>;
}

/**
 * The metrics that the command line or the configuration names by path. Paths of the command line are relative to the
 * working directory and trusted like it; those of a configuration to its folder, and held in it. Runs nothing.
 */
export async function userMetrics(
  asked: readonly string[] | undefined,
  config: LoadedConfig,
  { allowOutside, terminal }: { readonly allowOutside: boolean; readonly terminal: Terminal },
): Promise<UserMetrics> {
  const { cwd } = terminal;
  const base = asked || config.path === undefined ? cwd : resolve(cwd, dirname(config.path));
  const entries = (asked ?? config.metrics ?? []).map((entry, index) => ({
    entry,
    at: asked ? undefined : placeOf(config, index),
  }));
  const paths = entries.filter(({ entry }) => /[\\/]/.test(entry));
  if (paths.length === 0) return { byEntry: new Map(), files: [], close: async () => {} };
  const { loadUserMetrics } = await import('../code/load-user-metrics.ts');
  const print = (text: string): void => terminal.err(escapeTerminal(text));
  const options = { base, tree: base, cwd, allowOutside, print };
  const loaded = await Promise.all(
    paths.map(async ({ entry, at }) => [entry, await loadUserMetrics(entry, options, at)] as const),
  );
  // One metric that two paths lead to is one.
  const byManifest = new Map<string, UserMetric>();
  for (const each of loaded.flatMap(([, metrics]) => metrics))
    if (!byManifest.has(each.manifest)) byManifest.set(each.manifest, each);
  const all = [...byManifest.values()];
  const metricsOf = (found: readonly UserMetric[]): Metric[] =>
    found.map((each) => (byManifest.get(each.manifest) ?? each).metric);
  const close = async (): Promise<void> => {
    await Promise.all(all.map(({ metric }) => metric.elsewhere?.close()));
  };
  // An interrupted run does not wait for the limit of a scorer that is under way.
  terminal.signal.addEventListener('abort', () => void close(), { once: true });
  return {
    byEntry: new Map(loaded.map(([entry, metrics]) => [entry, metricsOf(metrics)])),
    files: [...new Set(all.flatMap(({ file }) => file ?? []))].sort(),
    close,
  };
}

function placeOf(config: LoadedConfig, index: number): At | undefined {
  return config.placeOf(['muster', 'metrics', index]);
}
