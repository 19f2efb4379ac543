import { didYouMean } from '../problems/near-names.ts';
import type { Metric } from './define-metric.ts';
import type { Manifest } from './manifest.ts';
import { METRICS } from './registry.ts';

const BUILT_IN = 'builtin:';
/** A dotted path of a Python function, as published manifests name their scorer. */
const DOTTED = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/;

/** What an entrypoint leads to: a built-in metric, a file of the user, or nothing, with the reason. */
export type Entrypoint =
  | { readonly kind: 'builtin'; readonly metric: Metric }
  | { readonly kind: 'file'; readonly file: string; readonly exported?: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * Resolves the entrypoint of a manifest, and loads nothing: `builtin:<id>` is that metric, a dotted Python path the
 * built-in of the manifest's own name, anything else a file with the export after `#`.
 */
export function resolveEntrypoint({ entrypoint, name }: Manifest, metrics: readonly Metric[] = METRICS): Entrypoint {
  const isBuiltIn = entrypoint.startsWith(BUILT_IN);
  if (isBuiltIn || DOTTED.test(entrypoint)) {
    const id = isBuiltIn ? entrypoint.slice(BUILT_IN.length) : name;
    const metric = metrics.find(({ manifest }) => manifest.name === id);
    if (metric) return { kind: 'builtin', metric };
    const ids = metrics.map(({ manifest }) => manifest.name);
    return { kind: 'unknown', reason: `no built-in metric '${id}'.${didYouMean(id, ids)}` };
  }
  const [file = '', exported] = entrypoint.split('#');
  return { kind: 'file', file, ...(exported ? { exported } : {}) };
}
