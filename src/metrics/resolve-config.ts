import { shortHash } from '../model/hash.ts';
import type { JsonObject } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import type { At, Problem } from '../problems/problem.ts';
import { defaultConfig, refuseConfig, scoringConfig, withNestedDefaults } from './config-schema.ts';
import type { Config, ConfigFor, ConfigTarget, Metric } from './define-metric.ts';
import {
  agentName,
  type ConfiguredTarget,
  matchesTarget,
  modelName,
  type ReadNames,
  unmatchedTarget,
} from './target-config.ts';

/** What is configured for one metric, from the file and from the command line. */
export interface ConfigInput {
  readonly config: Config;
  readonly targets: readonly ConfiguredTarget[];
  readonly overrides: Config;
  placeOf(key: string): At | undefined;
}

/** The configuration of one metric, resolved. Keeps count of the targets that matched. */
export interface ResolvedConfig {
  /** What holds where no target says otherwise. */
  readonly config: Config;
  readonly configFor: ConfigFor;
  /** The name that outcomes carry: the id, or `metric_name` where it is configured. */
  readonly emittedName: string;
  /** 16 hex digits over everything that can change a score. */
  readonly configHash: string;
  /** Targets that matched no span so far. */
  unmatchedTargets(): Problem[];
}

export const NO_CONFIG_INPUT: ConfigInput = { config: {}, targets: [], overrides: {}, placeOf: () => undefined };

/**
 * Precedence: manifest default, then config, then matching targets from top to bottom key by key, then overrides.
 * Throws Failure CONFIG_UNKNOWN_KEY or CONFIG_BAD_VALUE.
 */
export function resolveConfig(metric: Metric, input: ConfigInput): ResolvedConfig {
  const schema = metric.manifest.config_schema;
  const defaults = defaultConfig(schema);
  const given: Config = { ...defaults, ...input.config, ...input.overrides };
  check(metric, { ...defaults, ...input.config }, input.placeOf);
  check(metric, given, () => undefined);
  const config = withNestedDefaults(schema, given);
  for (const target of input.targets)
    check(metric, { ...given, ...target.config }, (key) => target.placeOf?.(key) ?? target.at);
  const { name } = metric.manifest;
  const renamed = config.metric_name;
  const isRenamed = typeof renamed === 'string' && renamed !== defaults.metric_name;
  const targeted = targetConfigs(schema, { ...defaults, ...input.config }, input);
  return {
    config,
    configFor: input.targets.length ? targeted.configFor : () => config,
    emittedName: isRenamed ? renamed : name,
    configHash: shortHash({
      config: scoringConfig(schema, config),
      targets: input.targets.map(({ match, config: values, enabled }) => ({
        match,
        config: scoringConfig(schema, values),
        enabled,
      })),
    }),
    unmatchedTargets: () => targeted.unmatched().map((target) => unmatchedTarget(name, target, targeted.read)),
  };
}

interface TargetConfigs {
  readonly configFor: ConfigFor;
  readonly read: ReadNames;
  unmatched(): readonly ConfiguredTarget[];
}

/** Most spans match the same few targets, so each combination of targets is worked out once. */
function targetConfigs(schema: JsonObject, base: Config, { targets, overrides }: ConfigInput): TargetConfigs {
  const read: ReadNames = { agents: new Set(), models: new Set() };
  const matched = new Set<number>();
  const known = new Map<string, Config | 'disabled'>();
  const configFor = (of: ConfigTarget): Config | 'disabled' => {
    read.agents.add(agentName(of));
    read.models.add(modelName(of));
    const applying = [...targets.entries()].filter(([, target]) => matchesTarget(target, of));
    for (const [index] of applying) matched.add(index);
    const key = applying.map(([index]) => index).join();
    const made =
      known.get(key) ??
      layered(
        schema,
        base,
        applying.map(([, target]) => target),
        overrides,
      );
    known.set(key, made);
    return made;
  };
  return { configFor, read, unmatched: () => targets.filter((_, index) => !matched.has(index)) };
}

function layered(
  schema: JsonObject,
  base: Config,
  targets: readonly ConfiguredTarget[],
  overrides: Config,
): Config | 'disabled' {
  let values = base;
  let enabled = true;
  for (const target of targets) {
    values = { ...values, ...target.config };
    enabled = target.enabled ?? enabled;
  }
  return enabled ? withNestedDefaults(schema, { ...values, ...overrides }) : 'disabled';
}

function check(metric: Metric, config: Config, placeOf: (key: string) => At | undefined): void {
  const refusal = refuseConfig(metric, config);
  if (!refusal) return;
  const { code, key, facts } = refusal;
  throw new Failure(code, { ...facts, key: `${metric.manifest.name}.${key}` }, placeOf(key));
}
