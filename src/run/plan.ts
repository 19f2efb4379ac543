import type { GateConfig, LoadedConfig, MetricConfig } from '../config/loaded-config.ts';
import type { Config, Metric } from '../metrics/define-metric.ts';
import { orderByDependencies } from '../metrics/order-by-dependencies.ts';
import { METRICS, metricNamed, selectMetrics } from '../metrics/registry.ts';
import { type ConfigInput, NO_CONFIG_INPUT, type ResolvedConfig, resolveConfig } from '../metrics/resolve-config.ts';
import { parseJson } from '../model/json.ts';
import { Failure } from '../problems/failure.ts';
import type { Scope } from '../results/outcome.ts';
import { gateScope } from './gate-plan.ts';
import type { Grouping } from './summary-board.ts';

/** What is asked of a run, besides the configuration file. */
export interface PlanRequest {
  /** Ids and globs; undefined: those of the configuration, else all. */
  readonly metrics?: readonly string[];
  /** The scope of the outcomes; undefined: trace, with a session summary. */
  readonly scope?: Scope;
  /** Grouping of the summaries; some need spans to be scored too. */
  readonly by?: Grouping;
  /** `metric.key=value`. */
  readonly set: readonly string[];
  /** `metric=figure`. */
  readonly failBelow: readonly string[];
}

/** One metric at one scope. */
export interface Job {
  readonly metric: Metric;
  readonly scope: Scope;
  readonly resolved: ResolvedConfig;
}

/** Everything that is decided before any data is read. */
export interface Plan {
  readonly scope: Scope;
  /** In dependency order. */
  readonly jobs: readonly Job[];
  readonly gates: readonly GateConfig[];
  /** Configuration of the metric that labels agent runs, whether or not it was asked for. */
  readonly validity: ResolvedConfig;
}

/** Decides what runs, and refuses what cannot: unknown metrics, keys, scopes, gates. Reads no data. */
export function planRun(request: PlanRequest, config: LoadedConfig, registry: readonly Metric[] = METRICS): Plan {
  const overrides = parseOverrides(request.set, registry);
  for (const name of config.metricConfigs.keys()) metricNamed(name, registry);
  const gates = [...config.gates, ...request.failBelow.map(parseFailBelow)];
  for (const gate of gates) checkGate(gate, metricNamed(gate.metric, registry));
  const patterns = request.metrics ?? config.metrics;
  const asked = patterns ? selectMetrics(patterns, registry) : [...registry];
  const needed = gates.map((gate) => metricNamed(gate.metric, registry));
  const metrics = orderByDependencies(
    registry.filter((metric) => asked.includes(metric) || needed.includes(metric)),
    registry,
  );
  const resolve = (metric: Metric): ResolvedConfig => {
    const { name } = metric.manifest;
    return resolveConfig(metric, inputOf(config.metricConfigs.get(name), overrides.get(name)));
  };
  // A configuration is checked even where its metric does not run.
  const everyConfig = new Map(registry.map((metric) => [metric, resolve(metric)]));
  const labelling = metricNamed('agent.subagent_validity');
  const validity = everyConfig.get(labelling) ?? resolve(labelling);
  const jobs = metrics.flatMap((metric) => {
    const resolved = everyConfig.get(metric) ?? resolve(metric);
    const scopes = scopesOf(metric, request, gates, patterns !== undefined && asked.includes(metric));
    return scopes.map((scope) => ({ metric, scope, resolved }));
  });
  return { scope: request.scope ?? 'trace', jobs, gates, validity };
}

function inputOf(configured: MetricConfig | undefined, overrides: Config = {}): ConfigInput {
  if (!configured) return { ...NO_CONFIG_INPUT, overrides };
  return { config: configured.config, targets: configured.targets, overrides, placeOf: configured.placeOf };
}

/** Scope asked for, else trace and session; and what the gates need. */
function scopesOf(metric: Metric, { scope, by }: PlanRequest, gates: readonly GateConfig[], named: boolean): Scope[] {
  const { name, partition_types: supported } = metric.manifest;
  const wanted = new Set<Scope>();
  if (scope === undefined)
    for (const each of ['trace', 'session'] as const) if (supported.includes(each)) wanted.add(each);
  if (scope !== undefined) {
    if (supported.includes(scope)) wanted.add(scope);
    else if (named) throw new Failure('METRIC_SCOPE_UNSUPPORTED', { metric: name, scope, known: supported.join(', ') });
  }
  for (const gate of gates) if (gate.metric === name) wanted.add(gateScope(gate));
  // A trace has many agents: groups of agents are groups of spans.
  if ((by === 'agent' || by === 'depth') && supported.includes('span')) wanted.add('span');
  return (['span', 'trace', 'session'] as const).filter((each) => wanted.has(each));
}

function checkGate(gate: GateConfig, metric: Metric): void {
  const { name, partition_types: supported, direction } = metric.manifest;
  const scope = gateScope(gate);
  if (!supported.includes(scope))
    throw new Failure('METRIC_SCOPE_UNSUPPORTED', { metric: name, scope, known: supported.join(', ') }, gate.at);
  if (direction === 'neutral' && !gate.between && !gate.compareTo && gate.statistic !== 'count') {
    const facts = {
      key: `gate on ${name}`,
      value: 'a one-sided bound',
      expected: '`between: [a, b]`, as its direction is neutral',
    };
    throw new Failure('CONFIG_BAD_VALUE', facts, gate.at);
  }
}

function parseOverrides(set: readonly string[], registry: readonly Metric[]): Map<string, Config> {
  const overrides = new Map<string, Config>();
  for (const entry of set) {
    const equals = entry.indexOf('=');
    const path = entry.slice(0, equals);
    const dot = path.lastIndexOf('.');
    if (equals < 1 || dot < 1) {
      throw new Failure('CLI_BAD_USAGE', {
        reason: `--set takes metric.key=value, and was given '${entry}'`,
        command: 'grade',
      });
    }
    const { name } = metricNamed(path.slice(0, dot), registry).manifest;
    const text = entry.slice(equals + 1);
    overrides.set(name, { ...overrides.get(name), [path.slice(dot + 1)]: parseJson(text) ?? text });
  }
  return overrides;
}

function parseFailBelow(entry: string): GateConfig {
  const equals = entry.lastIndexOf('=');
  const atLeast = Number(entry.slice(equals + 1));
  if (equals < 1 || entry.slice(equals + 1).trim() === '' || !Number.isFinite(atLeast)) {
    throw new Failure('CLI_BAD_USAGE', {
      reason: `--fail-below takes metric=figure, and was given '${entry}'`,
      command: 'grade',
    });
  }
  return { metric: entry.slice(0, equals), statistic: 'mean', atLeast, where: {} };
}
