import type { Metric } from '../metrics/define-metric.ts';
import { METRICS, metricNamed } from '../metrics/registry.ts';
import { folded } from './folded.ts';
import { loadConfig } from './load-config.ts';
import type { Terminal } from './terminal.ts';
import { userMetrics } from './user-metrics.ts';

/** Built-in metrics, and those that the configuration names by path. None of their code runs. */
async function everyMetric(terminal: Terminal): Promise<readonly Metric[]> {
  const config = await loadConfig(undefined, terminal.cwd);
  const { byEntry } = await userMetrics(undefined, config, { allowOutside: true, terminal });
  return [...METRICS, ...new Set([...byEntry.values()].flat())];
}

/** The metric of an id, or of a path. */
async function metricOfName(name: string, terminal: Terminal): Promise<Metric> {
  if (!/[\\/]/.test(name)) return metricNamed(name, await everyMetric(terminal));
  const { byEntry } = await userMetrics([name], await loadConfig(undefined, terminal.cwd), {
    allowOutside: true,
    terminal,
  });
  const [metric, ...others] = byEntry.get(name) ?? [];
  return metric && others.length === 0 ? metric : metricNamed(name);
}

/** `muster metric list`. */
export async function listMetrics(json: boolean, terminal: Terminal): Promise<number> {
  const listed = (await everyMetric(terminal)).map(({ manifest }) => ({
    name: manifest.name,
    version: manifest.version,
    scopes: manifest.partition_types,
    direction: manifest.direction,
    summary: manifest.metric_metadata.summary,
  }));
  if (json) {
    terminal.out(`${JSON.stringify(listed, null, 2)}\n`);
    return 0;
  }
  const rows = [
    ['metric', 'scopes', 'direction'],
    ...listed.map(({ name, version, scopes, direction }) => [`${name} ${version}`, scopes.join(', '), direction]),
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const [index, row] of rows.entries()) {
    terminal.out(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
    const summary = listed[index - 1]?.summary ?? '';
    for (const line of folded(summary, terminal.width - 2)) terminal.out(`  ${line}\n`);
  }
  return 0;
}

/** `muster metric show NAME`. */
export async function showMetric(name: string, json: boolean, terminal: Terminal): Promise<number> {
  const { manifest } = await metricOfName(name, terminal);
  const { manifestYaml } = await import('../metrics/manifest-yaml.ts');
  terminal.out(json ? `${JSON.stringify(manifest, null, 2)}\n` : manifestYaml(manifest));
  return 0;
}

/** `muster metric docs NAME`. */
export async function documentMetric(name: string, terminal: Terminal): Promise<number> {
  const metric = await metricOfName(name, terminal);
  const { metricPage } = await import('../metrics/metric-page.ts');
  terminal.out(metricPage(metric));
  return 0;
}
