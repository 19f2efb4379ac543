import type { ConfigMap, ConfigValue, MetricConfig, Path, TargetConfig, TargetMatch } from './loaded-config.ts';
import { asMap, badValue, type Positioned, refuseUnknownKeys } from './positioned.ts';

/** Reads `metric_configs`: version 1, values by key; version 2 (`schema_version: 2`), with targets. */
export function readMetricConfigs(file: Positioned, path: Path, value: ConfigValue): ReadonlyMap<string, MetricConfig> {
  const map = asMap(file, path, value);
  const version = map.schema_version;
  if (version !== undefined && version !== 1 && version !== 2)
    throw badValue(file, [...path, 'schema_version'], version, '1 or 2');
  const configs = new Map<string, MetricConfig>();
  for (const [name, entry] of Object.entries(map)) {
    if (name === 'schema_version') continue;
    const at = [...path, name];
    const body = asMap(file, at, entry);
    if (version === 2) configs.set(name, readTargeted(file, at, body));
    else configs.set(name, { config: body, targets: [], placeOf: (key) => file.placeOf([...at, key]) });
  }
  return configs;
}

function readTargeted(file: Positioned, path: Path, body: ConfigMap): MetricConfig {
  refuseUnknownKeys(file, path, body, ['config', 'targets']);
  const config = body.config === undefined ? {} : asMap(file, [...path, 'config'], body.config);
  const targets = body.targets ?? [];
  if (!Array.isArray(targets)) throw badValue(file, [...path, 'targets'], targets as ConfigValue, 'a list');
  return {
    config,
    targets: targets.map((target, index) => readTarget(file, [...path, 'targets', index], target as ConfigValue)),
    placeOf: (key) => file.placeOf([...path, 'config', key]),
  };
}

function readTarget(file: Positioned, path: Path, value: ConfigValue): TargetConfig {
  const target = asMap(file, path, value);
  refuseUnknownKeys(file, path, target, ['match', 'config', 'enabled']);
  const { enabled } = target;
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw badValue(file, [...path, 'enabled'], enabled, 'true or false');
  return {
    match: readMatch(file, [...path, 'match'], target.match),
    config: target.config === undefined ? {} : asMap(file, [...path, 'config'], target.config),
    ...(enabled !== undefined && { enabled }),
    at: file.placeOf(path),
    placeOf: (key) => file.placeOf([...path, 'config', key]),
  };
}

function readMatch(file: Positioned, path: Path, value: ConfigValue | undefined): TargetMatch {
  const match = asMap(file, path, value);
  refuseUnknownKeys(file, path, match, ['agent', 'model', 'depth', 'delegated', 'attributes']);
  const { agent, model, depth, delegated, attributes } = match;
  if (agent !== undefined && typeof agent !== 'string')
    throw badValue(file, [...path, 'agent'], agent, 'a name or a glob');
  if (model !== undefined && typeof model !== 'string')
    throw badValue(file, [...path, 'model'], model, 'a name or a glob');
  if (depth !== undefined && (typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0)) {
    throw badValue(file, [...path, 'depth'], depth, 'an integer of 0 or more');
  }
  if (delegated !== undefined && typeof delegated !== 'boolean')
    throw badValue(file, [...path, 'delegated'], delegated, 'true or false');
  return {
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(depth !== undefined && { depth }),
    ...(delegated !== undefined && { delegated }),
    ...(attributes !== undefined && { attributes: asMap(file, [...path, 'attributes'], attributes) }),
  };
}
