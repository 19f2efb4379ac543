import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metric } from '../metrics/define-metric.ts';
import { loadManifest } from '../metrics/load-manifest.ts';
import { metricOf } from '../metrics/metric-of.ts';

/** The metric of a folder with `manifest.yaml`, with its scorer. Throws Failure METRIC_BAD_MANIFEST with file and line. */
export function metricInFolder(folder: string, score: Metric['score']): Metric {
  const file = join(folder, 'manifest.yaml');
  return metricOf(loadManifest(file, readFileSync(file, 'utf8')), score);
}
