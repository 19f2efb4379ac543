import type { LoadedConfig } from '../config/loaded-config.ts';
import type { Metric } from '../metrics/define-metric.ts';
import { matchesGlob } from '../metrics/glob.ts';
import { Failure } from '../problems/failure.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { At } from '../problems/problem.ts';

/** Which metrics are asked for, and how. */
export interface Choice {
  readonly metrics: readonly Metric[];
  /** Ids that were written out: a scope that such a metric lacks is refused, not left out. */
  readonly named: ReadonlySet<string>;
  /** Ids of ours that stand in the list of agents-cli. */
  readonly shared: readonly string[];
}

/**
 * The metrics of the command line, else those of the configuration, else all. Throws Failure METRIC_UNKNOWN with the
 * place in the configuration.
 */
export function chooseMetrics(
  asked: readonly string[] | undefined,
  config: LoadedConfig,
  registry: readonly Metric[],
  byPath: ReadonlyMap<string, readonly Metric[]> = new Map(),
): Choice {
  if (asked)
    return {
      metrics: asked.flatMap((pattern) => byPath.get(pattern) ?? matching(pattern, registry)),
      named: new Set(asked),
      shared: [],
    };
  const known = (id: string): boolean => registry.some(({ manifest }) => manifest.name === id);
  const shared = config.metricsToRun.map((id) => (known(id) ? id : id.trim().toLowerCase())).filter(known);
  const isOurs = (id: string): boolean => registry.some((metric) => metric.manifest.name === id && !metric.elsewhere);
  // The list of agents-cli says nothing about metrics of ours, unless it names one.
  if (!config.metrics && !shared.some(isOurs)) return { metrics: registry, named: new Set(), shared: [] };
  const own = (config.metrics ?? []).flatMap(
    (pattern, index) =>
      byPath.get(pattern) ?? matching(pattern, registry, config.placeOf(['muster', 'metrics', index])),
  );
  const both = shared.flatMap((id) => matching(id, registry));
  return {
    metrics: [...own, ...both],
    named: new Set([...(config.metrics ?? []), ...shared]),
    shared: shared.filter(isOurs),
  };
}

/** The metric of an id. Throws Failure METRIC_UNKNOWN with the nearest ids and the place. */
export function metricAt(name: string, registry: readonly Metric[], place: At | undefined): Metric {
  const found = registry.find(({ manifest }) => manifest.name === name);
  if (found) return found;
  const ids = registry.map(({ manifest }) => manifest.name);
  throw new Failure('METRIC_UNKNOWN', { name, near: didYouMean(name, ids) }, place);
}

function matching(pattern: string, registry: readonly Metric[], place?: At): readonly Metric[] {
  if (!/[*?]/.test(pattern)) return [metricAt(pattern, registry, place)];
  const matched = registry.filter(({ manifest }) => matchesGlob(pattern, manifest.name));
  return matched.length ? matched : [metricAt(pattern, registry, place)];
}
