import type { CustomMetric } from '../config/custom-metric.ts';
import { doubtful, type Finding, faulty } from '../config/finding.ts';
import type { ConfigValue, LoadedConfig } from '../config/loaded-config.ts';
import {
  COMPUTED_METRICS,
  isVersionedName,
  MANAGED_METRICS,
  MANAGED_NAMES,
  managedMetric,
} from '../metrics/managed-catalog.ts';
import { METRICS } from '../metrics/registry.ts';
import { didYouMean } from '../problems/near-names.ts';
import type { At } from '../problems/problem.ts';

/** The names under `custom_metrics` and in `metrics_to_run`, held against what agents-cli and muster know. */
export function lintNames(config: LoadedConfig): Finding[] {
  const listed = listOf(config.value.metrics_to_run);
  const custom = new Map(config.customMetrics.map(({ name, writtenName }) => [name, writtenName]));
  const runsNothing = custom.size > 0 && listed.length === 0;
  return [
    ...config.customMetrics.flatMap(lintCustomName),
    ...(runsNothing
      ? [doubtful('CONFIG_NOTHING_TO_RUN', { state: 'missing or empty' }, config.placeOf(['metrics_to_run']))]
      : []),
    ...listed.flatMap((name, index) => lintListed(name, custom, config.placeOf(['metrics_to_run', index]))),
  ];
}

function listOf(value: ConfigValue | undefined): readonly ConfigValue[] {
  return Array.isArray(value) ? (value as readonly ConfigValue[]) : [];
}

/** True for a metric that agents-cli has without an entry. */
function isTheirs(name: string): boolean {
  return managedMetric(name) !== undefined || COMPUTED_METRICS.has(name.toLowerCase());
}

function lintCustomName({ kind, name, placeOf }: CustomMetric): Finding[] {
  if (kind === 'managed') {
    if (isTheirs(name)) return [];
    const near = didYouMean(name, MANAGED_NAMES);
    return [faulty('CUSTOM_METRIC_BODILESS', { name, near }, placeOf('name'))];
  }
  if (isVersionedName(name)) return [faulty('CUSTOM_METRIC_RESERVED', { name }, placeOf('name'))];
  return managedMetric(name) ? [doubtful('CUSTOM_METRIC_OVERRIDES', { name }, placeOf('name'))] : [];
}

function lintListed(name: ConfigValue, custom: ReadonlyMap<string, string>, at: At | undefined): Finding[] {
  if (typeof name !== 'string') {
    const facts = { key: 'metrics_to_run', value: JSON.stringify(name), expected: 'a list of names' };
    return [faulty('CONFIG_BAD_VALUE', facts, at)];
  }
  const defined = custom.get(name.toLowerCase());
  if (defined === name) return [];
  if (defined !== undefined) return [faulty('METRIC_TO_RUN_CASE', { name, defined }, at)];
  const managed = managedMetric(name);
  if (managed?.kind === 'media') return [faulty('MANAGED_NO_MEDIA', { name }, at)];
  if (managed?.instead) return [faulty('MANAGED_NEEDS_CHAT', { name, instead: managed.instead.join(' or ') }, at)];
  if (isTheirs(name)) return [];
  const ours = METRICS.map(({ manifest }) => manifest.name);
  if (ours.includes(name)) return [doubtful('METRIC_TO_RUN_OURS', { name }, at)];
  const near = didYouMean(name, [
    ...custom.values(),
    ...MANAGED_METRICS.map(({ id }) => id),
    ...COMPUTED_METRICS,
    ...ours,
  ]);
  const known = MANAGED_METRICS.filter(({ instead, kind }) => !instead && kind !== 'media').map(({ id }) => id);
  return [faulty('METRIC_TO_RUN_UNKNOWN', { name, near, known: known.join(', ') }, at)];
}
