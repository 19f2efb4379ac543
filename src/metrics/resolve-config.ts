import { canonicalJson } from '../model/canonical-json.ts';
import { shortHash } from '../model/hash.ts';
import { isObject, type Json } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import { nearNames } from '../problems/near-names.ts';
import { type At, type Problem, problem } from '../problems/problem.ts';
import { defaultConfig, refuseConfig, scoringConfig } from './config-schema.ts';
import type { Config, ConfigFor, ConfigTarget, Metric } from './define-metric.ts';
import { matchesGlob } from './glob.ts';

/** One target-scoped entry, as a configuration file gives it. */
export interface ConfiguredTarget {
  readonly match: {
    readonly agent?: string;
    readonly model?: string;
    readonly depth?: number;
    readonly delegated?: boolean;
    readonly attributes?: Readonly<Record<string, Json>>;
  };
  readonly config: Config;
  /** Absent: as the targets before it say. */
  readonly enabled?: boolean;
  readonly at?: At;
  /** Place of a key of `config`. */
  placeOf?(key: string): At | undefined;
}

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
  const config: Config = { ...defaults, ...input.config, ...input.overrides };
  check(metric, { ...defaults, ...input.config }, input.placeOf);
  check(metric, config, () => undefined);
  const variants = input.targets.map((target) => {
    check(metric, { ...config, ...target.config }, (key) => target.placeOf?.(key) ?? target.at);
    return { target, matched: false, models: new Set<string>(), agents: new Set<string>() };
  });
  const configFor = (of: ConfigTarget): Config | 'disabled' => {
    let values: Config = { ...defaults, ...input.config };
    let enabled = true;
    for (const variant of variants) {
      if (of.agent) variant.agents.add(of.agent.name);
      if (!matches(variant.target, of)) continue;
      variant.matched = true;
      values = { ...values, ...variant.target.config };
      enabled = variant.target.enabled ?? enabled;
    }
    return enabled ? { ...values, ...input.overrides } : 'disabled';
  };
  const { name } = metric.manifest;
  const renamed = config.metric_name;
  const isRenamed = typeof renamed === 'string' && renamed !== defaults.metric_name;
  return {
    config,
    configFor: variants.length ? configFor : () => config,
    emittedName: isRenamed ? renamed : name,
    configHash: shortHash({
      config: scoringConfig(schema, config),
      targets: input.targets.map(({ match, config: values, enabled }) => ({
        match,
        config: scoringConfig(schema, values),
        enabled,
      })),
    }),
    unmatchedTargets: () =>
      variants.filter(({ matched }) => !matched).map(({ target, agents }) => unmatched(name, target, agents)),
  };
}

function check(metric: Metric, config: Config, placeOf: (key: string) => At | undefined): void {
  const refusal = refuseConfig(metric, config);
  if (!refusal) return;
  const { code, key, facts } = refusal;
  throw new Failure(code, { ...facts, key: `${metric.manifest.name}.${key}` }, placeOf(key));
}

function matches({ match }: ConfiguredTarget, { span, agent }: ConfigTarget): boolean {
  if (match.agent !== undefined && !matchesGlob(match.agent, agent?.name ?? span.agent?.name ?? '')) return false;
  if (match.model !== undefined && !matchesGlob(match.model, span.model?.responded ?? span.model?.requested ?? ''))
    return false;
  if (match.depth !== undefined && agent?.depth !== match.depth) return false;
  if (match.delegated !== undefined && (agent?.role === 'delegated') !== match.delegated) return false;
  return Object.entries(match.attributes ?? {}).every(([key, wanted]) => {
    const value = span.attributes.get(key);
    if (value === undefined) return false;
    if (typeof wanted === 'string' && !isObject(value)) return matchesGlob(wanted, String(value));
    return canonicalJson(value) === canonicalJson(wanted);
  });
}

function unmatched(metric: string, target: ConfiguredTarget, agents: ReadonlySet<string>): Problem {
  const near = target.match.agent === undefined ? [] : nearNames(target.match.agent.replaceAll('*', ''), agents);
  const facts = {
    target: canonicalJson(target.match),
    metric,
    near: near.length ? ` Read were ${near.join(', ')}.` : '',
  };
  return problem('CONFIG_TARGET_UNMATCHED', facts, target.at);
}
