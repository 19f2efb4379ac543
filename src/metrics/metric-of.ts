import type { Metric } from './define-metric.ts';
import type { Manifest } from './manifest.ts';

/** A metric of a manifest and a scorer: its page says what the manifest says. */
export function metricOf(manifest: Manifest, score: Metric['score']): Metric {
  const { when_it_misleads: whenItMisleads = [] } = manifest.metric_metadata;
  return { manifest, docs: { whenItMisleads, decisions: [] }, score };
}
