import { METRICS, metricNamed } from '../metrics/registry.ts';
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
  if (json) terminal.out(`${JSON.stringify(listed, null, 2)}\n`);
  else {
    for (const { name, version, scopes, direction, summary } of listed) {
      terminal.out(`${name} ${version}  ${scopes.join(', ')}  ${direction}\n  ${summary}\n`);
    }
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
