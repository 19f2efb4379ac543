import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultConfig, refuseConfig } from '../metrics/config-schema.ts';
import { METRICS, metricNamed } from '../metrics/registry.ts';
import { Failure } from '../problems/failure.ts';
import { escapeTerminal } from '../reports/escape-terminal.ts';
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

/** `muster metric check FILE|FOLDER|NAME`: the manifest, and that its default configuration passes its own schema. */
export async function checkMetric(target: string, terminal: Terminal): Promise<number> {
  const { checkManifest, loadManifest } = await import('../metrics/load-manifest.ts');
  const known = METRICS.find(({ manifest }) => manifest.name === target);
  if (known) {
    checkManifest(known.manifest);
    terminal.out(`${target}: the manifest is valid\n`);
    return 0;
  }
  const path = resolve(terminal.cwd, target);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  if (isFolder === undefined) metricNamed(target);
  const shown = isFolder ? join(target, 'manifest.yaml') : target;
  const text = await readFile(resolve(terminal.cwd, shown), 'utf8').catch((error: Error) => {
    throw new Failure('METRIC_BAD_MANIFEST', { reason: error.message }, { file: shown });
  });
  const manifest = loadManifest(shown, text);
  const refusal = refuseConfig(
    { manifest, docs: { whenItMisleads: [], decisions: [] }, score: () => [] },
    defaultConfig(manifest.config_schema),
  );
  if (refusal)
    throw new Failure(
      'METRIC_BAD_MANIFEST',
      { reason: `the default of '${refusal.key}' does not pass config_schema` },
      { file: shown },
    );
  const builtIn = METRICS.some((metric) => metric.manifest.name === manifest.name);
  terminal.out(`${escapeTerminal(shown)}: the manifest of ${manifest.name} ${manifest.version} is valid\n`);
  if (builtIn) terminal.out(`  its scorer is the built-in metric of that name\n`);
  else terminal.out('  its scorer is not run: this version runs built-in metrics only\n');
  return 0;
}
