import { METRICS, metricNamed } from '../metrics/registry.ts';
import { folded } from './folded.ts';
import type { Terminal } from './terminal.ts';

/** `muster metric list`. */
export function listMetrics(json: boolean, terminal: Terminal): number {
  const listed = METRICS.map(({ manifest }) => ({
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
  const { manifest } = metricNamed(name);
  const { manifestYaml } = await import('../metrics/manifest-yaml.ts');
  terminal.out(json ? `${JSON.stringify(manifest, null, 2)}\n` : manifestYaml(manifest));
  return 0;
}

/** `muster metric docs NAME`. */
export async function documentMetric(name: string, terminal: Terminal): Promise<number> {
  const metric = metricNamed(name);
  const { metricPage } = await import('../metrics/metric-page.ts');
  terminal.out(metricPage(metric));
  return 0;
}
